export interface DeviceDescription {
  /** For example `Firefox on Linux`, or the part of it that is known. */
  readonly name: string;
  /** Whether it is a phone or a tablet. */
  readonly handheld: boolean;
}

/** The first match wins, because most browsers also name the browsers that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * Returns a readable device name for a User-Agent header. A library would recognise hundreds of browsers, at thirty
 * times the size.
 */
export function describeDevice(userAgent: string): DeviceDescription {
  const browser = firstIn(BROWSERS, userAgent) ?? programName(userAgent);
  const system = firstIn(SYSTEMS, userAgent);
  return {
    name: [browser, system].filter(Boolean).join(' on ') || 'Unknown device',
    handheld: /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent),
  };
}

function firstIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** `curl` from `curl/8.5.0`. Every browser names itself Mozilla. */
function programName(userAgent: string): string | undefined {
  const name = /^([A-Za-z][\w.-]{0,30})\//.exec(userAgent)?.[1];
  return name === 'Mozilla' ? undefined : name;
}
