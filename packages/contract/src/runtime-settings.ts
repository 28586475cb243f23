import { DEFAULT_PRODUCT_NAME } from './constants.ts';

/** What `GET /config.json` tells the dashboard. Every key may be missing: the defaults below stand in. */
export interface RuntimeSettings {
  readonly productName: string;
  /** The receiver of the PostHog protocol; null turns analytics off. */
  readonly analytics: { readonly host: string; readonly key: string } | null;
  /** Origins that profile images may be loaded from; null leaves it to the browser. */
  readonly imageOrigins: readonly string[] | null;
}

export const DEFAULT_RUNTIME_SETTINGS: RuntimeSettings = {
  productName: DEFAULT_PRODUCT_NAME,
  analytics: null,
  imageOrigins: null,
};
