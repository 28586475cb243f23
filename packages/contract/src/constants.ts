/** Business constants of the specification's section 9. Imports no library, so that every screen can use them. */

export const PAGE_SIZE = 20;
export const LIMIT_MAX = 100;
export const SEARCH_LENGTH_MAX = 200;
/** Delay between the last keystroke and the request of a search or preview. */
export const SEARCH_DEBOUNCE_MS = 300;
export const WALLET_AUDIT_LIMIT = 50;
/** Audit entries are not refetched within this time. */
export const AUDIT_FRESH_MS = 30_000;
/** Longer identifiers are shortened to their first and last characters; `hexLengthMax` applies to `0x…`. */
export const SHORT_IDENTIFIER = { lengthMax: 30, hexLengthMax: 20, first: 6, last: 4 } as const;
/** Number of decimals of an amount. `default` is a maximum; the others are exact. */
export const AMOUNT_DECIMALS = { default: 8, native: 4, token: 2, usd: 2, networkFee: 6 } as const;
/** Ages at which a relative time switches to the next unit, and finally to the date. */
export const RELATIVE_TIME_LIMITS = { minutes: 60, hours: 24, days: 7 } as const;
/** Fee rates are decimals: 0.05 is 5%. */
export const FEE_RATE = { min: 0, max: 1, step: 0.01 } as const;
export const UNLIMITED_MERCHANTS = -1;
export const REASON_LENGTH_MAX = 1_000;
/** Non-negative decimal with at most 38 digits before the point and 18 after it. */
export const DECIMAL_AMOUNT = /^(0|[1-9]\d{0,37})(\.\d{1,18})?$/;

export const TOTP_CODE_LENGTH = 6;
export const BACKUP_CODE_LENGTH = 10;
export const BACKUP_CODE_COUNT = 10;
/** Maximum number of unused backup codes at which the dashboard warns. */
export const BACKUP_CODES_LOW = 3;
export const STEP_UP_ATTEMPTS = 3;
/** Time after a correct code during which sensitive actions need no new one. */
export const STEP_UP_FRESH_MINUTES = 15;

export const PASSWORD_LENGTH_MIN = 12;
/** Length from which a password is too long. */
export const PASSWORD_LENGTH_LIMIT = 128;

export const COPIED_INDICATOR_MS = 2_000;
export const LOGIN_SUCCESS_DELAY_MS = 500;
export const INVALID_RESET_LINK_DELAY_MS = 2_000;
export const PASSWORD_RESET_DELAY_MS = 1_500;

export const QR_CODE = { sizePx: 256, margin: 2, errorCorrectionLevel: 'M' } as const;

export const TOAST = {
  durationMs: 4_000,
  visibleMax: 3,
  widthPx: 356,
  gapPx: 14,
  swipeThresholdPx: 45,
  removalMs: 200,
} as const;

export const SIDEBAR = {
  cookieName: 'sidebar_state',
  cookieLifetimeSeconds: 7 * 24 * 60 * 60,
  toggleKey: 'b',
  widthRem: 16,
  iconWidthRem: 3,
  mobileWidthRem: 18,
} as const;
export const MOBILE_BREAKPOINT_PX = 768;
export const TOOLTIP_DELAY_MS = 0;

export const LOGO_HEIGHTS = { sm: '1rem', md: '1.5rem', lg: '2rem', xl: '2.5rem' } as const;

export const CSRF_HEADER = 'x-csrf-token';
export const STEP_UP_HEADER = 'x-2fa-code';
export const REQUEST_ID_HEADER = 'x-request-id';

export const ADMIN_API = '/api/admin/v1';
export const PLATFORM_API = '/api/platform/v1';

export const PAGE_PATHS = [
  '/',
  '/login',
  '/verify-otp',
  '/setup-2fa',
  '/forgot-password',
  '/reset-password',
  '/dashboard',
  '/users',
  '/merchants',
  '/wallets',
  '/invitations',
  '/audit-logs',
  '/orders',
  '/transactions',
  '/system',
  '/account-settings',
] as const;

export const DEFAULT_PRODUCT_NAME = 'Halyard';
