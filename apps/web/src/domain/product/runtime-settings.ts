import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { isRecord } from '../../shared/api/answer-fields.ts';

/** Parses `/config.json`. Each invalid value falls back to its default. */
export function parseRuntimeSettings(file: unknown, defaults: RuntimeSettings): RuntimeSettings {
  if (!isRecord(file)) {
    return defaults;
  }
  const { productName, analytics, imageOrigins, screens, sampleData, embeddedDatabase } = file;
  return {
    productName: isFilled(productName) ? productName.trim() : defaults.productName,
    analytics:
      isRecord(analytics) && isFilled(analytics['host']) && isFilled(analytics['key'])
        ? { host: analytics['host'], key: analytics['key'] }
        : defaults.analytics,
    imageOrigins: Array.isArray(imageOrigins) ? imageOrigins.filter(isFilled) : defaults.imageOrigins,
    screens: Array.isArray(screens) ? screens.filter(isFilled) : defaults.screens,
    sampleData: typeof sampleData === 'boolean' ? sampleData : defaults.sampleData,
    embeddedDatabase: embeddedDatabase === true,
  };
}

/** Settings until `/config.json` has loaded. External images are not allowed yet. */
export function settingsOfPage(page: Document): RuntimeSettings {
  const name = page.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content;
  const settings = { ...DEFAULT_RUNTIME_SETTINGS, imageOrigins: [], screens: undefined };
  return isFilled(name) ? { ...settings, productName: name } : settings;
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
