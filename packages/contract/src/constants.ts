/** Business constants and limits of the specification's section 9, free of any library so that every screen can afford them. */

export const PAGE_SIZE = 20;
export const LIMIT_MAX = 100;
export const SEARCH_LENGTH_MAX = 200;
/** Pause after the last typed letter before a search or a preview is requested. */
export const SEARCH_DEBOUNCE_MS = 300;
/** Audit entries a wallet's panel shows. */
export const WALLET_AUDIT_LIMIT = 50;
/** Audit entries read more recently than this are not refetched. */
export const AUDIT_FRESH_MS = 30_000;
/** Identifiers longer than this (`0x…` ones from `hexLengthMax` on) show only their first and last characters. */
export const SHORT_IDENTIFIER = { lengthMax: 30, hexLengthMax: 20, first: 6, last: 4 } as const;
/** Of the reason for a block, in characters. */
export const REASON_LENGTH_MAX = 1_000;

export const TOTP_CODE_LENGTH = 6;
export const BACKUP_CODE_LENGTH = 10;
export const BACKUP_CODE_COUNT = 10;
/** From this many unused backup codes on the dashboard warns. */
export const BACKUP_CODES_LOW = 3;
export const STEP_UP_ATTEMPTS = 3;
/** How long a good code permits further acts that ask for a recent one. */
export const STEP_UP_FRESH_MINUTES = 15;

export const PASSWORD_LENGTH_MIN = 12;
/** The first length that is refused. */
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
} as const;
export const MOBILE_BREAKPOINT_PX = 768;
export const TOOLTIP_DELAY_MS = 0;

export const LOGO_HEIGHTS = { sm: '1rem', md: '1.5rem', lg: '2rem', xl: '2.5rem' } as const;

export const CSRF_HEADER = 'x-csrf-token';
export const STEP_UP_HEADER = 'x-2fa-code';
export const REQUEST_ID_HEADER = 'x-request-id';

export const ADMIN_API = '/api/admin/v1';
export const PLATFORM_API = '/api/platform/v1';

/** The dashboard's own addresses; at any other it says that there is nothing. */
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
  '/account-settings',
] as const;

export const DEFAULT_PRODUCT_NAME = 'Halyard';
