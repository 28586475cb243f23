import { DEFAULT_PRODUCT_NAME } from './constants.ts';

/** First steps on the dashboard and in empty lists, as announced in `screens`. */
export const GETTING_STARTED = 'getting-started';

/** Response of `GET /config.json`. Missing keys have the defaults below. */
export interface RuntimeSettings {
  readonly productName: string;
  /** PostHog server; null disables analytics. */
  readonly analytics: { readonly host: string; readonly key: string } | null;
  /** Origins that profile images may be loaded from; null allows any. */
  readonly imageOrigins: readonly string[] | null;
  /** Additions to the specification that the server supports. Undefined until known. */
  readonly screens: readonly string[] | undefined;
  /** Whether the records are sample data. */
  readonly sampleData: boolean;
  /** True with the embedded database, which is for evaluation only; missing with an external one. */
  readonly embeddedDatabase?: boolean;
}

/** `GET /audit-logs/{id}`. */
export const AUDIT_ENTRY = 'audit-entry';
/** `GET /audit-logs?actionPrefix=`, and the same for `requestId` and `ipAddress`. */
export const AUDIT_FILTERS = 'audit-filters';
/** `GET /audit-logs?platformFeed=hide`. */
export const AUDIT_PLATFORM_FEED = 'audit-platform-feed';

/** `GET /merchants/{uuid}`. */
export const MERCHANT = 'merchant';

/** The screen `/orders`, and `GET /orders`. */
export const ORDERS = 'orders';

/** `GET /exceptions`, in a tab of the orders. */
export const EXCEPTIONS = 'exceptions';
/** The screen `/transactions`, and `GET /transactions`. */
export const TRANSACTIONS = 'transactions';
/** `GET /analytics/revenue`, `GET /analytics/series?from=&to=`, and `GET /orders?paidFrom=&paidTo=`. */
export const REVENUE = 'revenue';
/** The screen `/system`, `GET /system`, and `feedSilentSince` in `GET /auth/me`. */
export const SYSTEM = 'system';
/** `GET /find`. */
export const FIND = 'find';

/** `GET /users/{uuid}/timeline`, and the same for merchants and orders. */
export const TIMELINE = 'timeline';

/** `POST /auth/2fa/replace`. */
export const REPLACE_AUTHENTICATOR = 'replace-authenticator';

/** `GET /users?status=`. */
export const USER_STATUS_FILTER = 'user-status';

/** `GET /users?createdFrom=&createdTo=`, and the same for merchants. */
export const CREATED_DAYS = 'created-days';

export const DEFAULT_RUNTIME_SETTINGS: RuntimeSettings = {
  productName: DEFAULT_PRODUCT_NAME,
  analytics: null,
  imageOrigins: null,
  screens: [],
  sampleData: false,
  embeddedDatabase: false,
};
