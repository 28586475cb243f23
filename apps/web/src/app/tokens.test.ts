// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Opaque OKLCH colours of a rule in tokens.css, by name. */
function coloursOf(selector: string): Map<string, number[]> {
  const start = source.indexOf(`\n${selector} {`);
  const rule = source.slice(start, source.indexOf('}', start));
  const declarations = rule.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map([...declarations].map(([, name = '', ...numbers]) => [name, numbers.map(Number)]));
}

/** Relative luminance of WCAG 2, computed through OKLab (Ottosson's matrices) and linear sRGB. */
function luminance([lightness = 0, chroma = 0, hue = 0]: readonly number[]): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const GROUNDS = ['surface', 'surface-raised', 'surface-sunken'];
const AS_TEXT: readonly (readonly [ink: string, grounds: readonly string[]])[] = [
  ['ink', [...GROUNDS, 'accent-soft', 'good-soft', 'bad-soft', 'warn-soft']],
  ['ink-quiet', [...GROUNDS, 'good-soft', 'bad-soft', 'warn-soft']],
  ['accent', ['surface', 'surface-raised', 'surface-sunken']],
  ['bad', ['surface', 'surface-raised', 'bad-soft']],
  ['accent-ink', ['accent', 'accent-strong']],
  ['bad-ink', ['bad', 'bad-strong']],
];
const AS_PART_OF_A_CONTROL: readonly (readonly [part: string, grounds: readonly string[]])[] = [
  ['line-strong', ['surface', 'surface-raised']],
  ['ink-faint', ['surface', 'surface-raised']],
  ['focus', GROUNDS],
  ['good', ['surface', 'surface-raised', 'good-soft']],
  ['warn', ['surface', 'surface-raised', 'warn-soft']],
];

// @spec 1.16
it('the page is light by default', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  expect(page).toContain('<html lang="en">');
  expect(source).toMatch(/^:root \{\n {2}color-scheme: light;/m);
});

describe.each([
  ['light', ':root'],
  ['dark', '.dark'],
])('the %s theme', (_, selector) => {
  const colours = coloursOf(selector);

  function contrast(one: string, other: string): number {
    const [low = 0, high = 0] = [one, other]
      .map((name) => luminance(colours.get(name) ?? []))
      .sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  it.each(AS_TEXT)('has enough contrast for the text colour %s on %j (WCAG 1.4.3)', (ink, grounds) => {
    for (const ground of grounds) {
      expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  // @spec 2.77
  it.each([
    ['good', 'green', 135, 165],
    ['bad', 'red', 15, 35],
    ['warn', 'orange', 50, 80],
  ])('defines %s as a shade of %s', (name, _colour, from, to) => {
    const [, , hue = 0] = colours.get(name) ?? [];
    expect(hue).toBeGreaterThan(from);
    expect(hue).toBeLessThan(to);
  });

  it.each(AS_PART_OF_A_CONTROL)(
    'has enough contrast for the control colour %s on %j (WCAG 1.4.11)',
    (part, grounds) => {
      for (const ground of grounds) {
        expect(contrast(part, ground), `${part} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    },
  );
});
