import { DEFAULT_PRODUCT_NAME } from './constants.ts';

/** Response of `GET /config.json`. Missing keys have the defaults below. */
export interface RuntimeSettings {
  readonly productName: string;
  /** PostHog server; null disables analytics. */
  readonly analytics: { readonly host: string; readonly key: string } | null;
  /** Origins that profile images may be loaded from; null allows any. */
  readonly imageOrigins: readonly string[] | null;
  /** What the server can do beyond the specification: the dashboard offers it only then. Undefined until known. */
  readonly additions: readonly string[] | undefined;
}

/** `GET /audit-logs/{id}`. */
export const AUDIT_ENTRY_ADDITION = 'audit-entry';
/** `GET /audit-logs?platformFeed=hide`. */
export const AUDIT_FEED_ADDITION = 'audit-platform-feed';

export const DEFAULT_RUNTIME_SETTINGS: RuntimeSettings = {
  productName: DEFAULT_PRODUCT_NAME,
  analytics: null,
  imageOrigins: null,
  additions: [],
};
