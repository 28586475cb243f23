export interface DeviceDescription {
  /** Such as `Firefox on Linux`, or the part of it that is known. */
  readonly name: string;
  readonly handheld: boolean;
}

/** The first match wins, because most browsers also name their ancestors. */
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

/** Returns a readable device name. A library would know more browsers, at thirty times the size. */
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

/** Reads `curl` from `curl/8.5.0`. Ignores Mozilla, which every browser names. */
function programName(userAgent: string): string | undefined {
  const name = /^([A-Za-z][\w.-]{0,30})\//.exec(userAgent)?.[1];
  return name === 'Mozilla' ? undefined : name;
}
