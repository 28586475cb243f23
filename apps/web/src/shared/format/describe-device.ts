export interface DeviceDescription {
  /** `Firefox on Linux`, or as much of it as is known. */
  readonly name: string;
  /** A phone or a tablet. */
  readonly handheld: boolean;
}

/** The first that is found counts: most browsers name the ones that they descend from as well. */
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
 * What a User-Agent header says of a device, in words that people know. A library would tell hundreds of
 * browsers apart, at thirty times the weight.
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

/** `curl` of `curl/8.5.0`; every browser calls itself Mozilla. */
function programName(userAgent: string): string | undefined {
  const name = /^([A-Za-z][\w.-]{0,30})\//.exec(userAgent)?.[1];
  return name === 'Mozilla' ? undefined : name;
}
