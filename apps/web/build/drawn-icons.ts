import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { optimize } from 'svgo';

const require = createRequire(import.meta.url);

/** The least of Skia's path operations that is used here (https://skia.org/docs/user/modules/pathkit/). */
interface PathKit {
  readonly FromSVGString: (path: string) => SkPath;
  readonly StrokeJoin: { readonly ROUND: unknown };
  readonly StrokeCap: { readonly ROUND: unknown };
}

interface SkPath {
  readonly stroke: (pen: { readonly width: number; readonly join: unknown; readonly cap: unknown }) => SkPath;
  readonly transform: (...matrix: readonly number[]) => SkPath;
  readonly simplify: () => SkPath;
  readonly toSVGString: () => string;
}

const PICTURE = new URL('../src/shared/ui/drawn-icons.svg', import.meta.url);
export const DRAWN_ICONS_STYLES = new URL('../src/shared/ui/drawn-icons.generated.css', import.meta.url);

/** The side of the square that a sign is drawn in, and the width of its lines. */
const GRID = 24;
const PEN = 2;

const HEAD = `/*
 * Signs that stand on every screen or in every row, drawn without an element of their own: \`drawn-icon drawn-copy\`.
 * Written by \`npm run icons\` from drawn-icons.svg, whose lines are outlines here: of a picture a browser makes a document.
 */
@utility drawn-icon {
  &::before {
    content: "";
    background: currentColor;
  }

  @media (forced-colors: active) {
    &::before {
      background: ButtonText;
    }
  }
}
`;

/** The style sheet that draws every sign of the picture, each in its own size. */
export async function drawnIconsStyles(): Promise<string> {
  const picture = await readFile(PICTURE, 'utf8');
  const signs = picture.matchAll(/<path id="([^"]+)" data-px="(\d+)"(?: transform="[^"]+")? d="([^"]+)"/g);
  const pathKit = await loadPathKit();
  const utilities = [...signs].map(([, name = '', size = '', lines = '']) => {
    const outline = outlineOf(pathKit, lines, Number(size));
    return `
@utility drawn-${name} {
  &::before {
    width: ${size}px;
    height: ${size}px;
    clip-path: path(evenodd, "${outline}");
  }
}
`;
  });
  return HEAD + utilities.join('');
}

/** What lines with round ends cover, as a path in pixels, to be filled by the rule `evenodd`. */
function outlineOf({ FromSVGString, StrokeJoin, StrokeCap }: PathKit, lines: string, sizePx: number): string {
  const scale = sizePx / GRID;
  const outline = FromSVGString(lines)
    .stroke({ width: PEN, join: StrokeJoin.ROUND, cap: StrokeCap.ROUND })
    .simplify()
    .transform(scale, 0, 0, 0, scale, 0, 0, 0, 1);
  const { data } = optimize(
    `<svg xmlns="http://www.w3.org/2000/svg"><path d="${outline.toSVGString()}"/></svg>`,
    {
      plugins: [{ name: 'convertPathData', params: { floatPrecision: 2 } }],
    },
  );
  const short = / d="([^"]+)"/.exec(data)?.[1];
  if (short === undefined) {
    throw new Error(`nothing is left of ${lines}`);
  }
  return short;
}

async function loadPathKit(): Promise<PathKit> {
  const wasmBinary = await readFile(require.resolve('pathkit-wasm/bin/pathkit.wasm'));
  return await require('pathkit-wasm/bin/pathkit.js')({ wasmBinary });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(DRAWN_ICONS_STYLES, await drawnIconsStyles());
}
