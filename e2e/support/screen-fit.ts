import type { Page } from '@playwright/test';

/** Lists what does not fit on the screen, one line each: cut and broken figures, overlapping texts, and overflow. */
export async function fitProblems(page: Page): Promise<readonly string[]> {
  return await page.evaluate(findMisfits);
}

function findMisfits(): string[] {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  interface Text {
    readonly element: Element;
    readonly words: string;
    /** One box a line, as far as it is shown. */
    readonly lines: readonly Box[];
    readonly isCut: boolean;
  }

  const TOLERANCE = 2;
  /** Lines of a text may be higher than the distance between them. */
  const LEADING = 5;
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const overlay = [...document.querySelectorAll('[popover]:popover-open:not(.toast-layer)')].at(-1);

  function clipOf(box: Box, from: Element | null): Box {
    if (!from || from === document.documentElement) return box;
    const { overflowX, overflowY, clipPath, position } = getComputedStyle(from);
    const place = from.getBoundingClientRect();
    const isHidden = clipPath !== 'none';
    const clipped = {
      left: overflowX !== 'visible' || isHidden ? Math.max(box.left, place.left) : box.left,
      right: overflowX !== 'visible' || isHidden ? Math.min(box.right, place.right) : box.right,
      top: overflowY !== 'visible' || isHidden ? Math.max(box.top, place.top) : box.top,
      bottom: overflowY !== 'visible' || isHidden ? Math.min(box.bottom, place.bottom) : box.bottom,
    };
    return position === 'fixed' ? clipped : clipOf(clipped, from.parentElement);
  }

  const isSeen = ({ left, top: above, right, bottom }: Box) => right - left > 1 && bottom - above > 1;

  function textOf(node: Node): Text | undefined {
    const element = node.parentElement;
    const words = node.nodeValue?.trim();
    if (!element || !words || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return undefined;
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = [...range.getClientRects()];
    const lines = whole.map((line) => clipOf(line, element));
    const isCut = whole.some((line, position) => {
      const shown = lines[position];
      return shown && (shown.left > line.left + TOLERANCE || shown.right < line.right - TOLERANCE);
    });
    const seen = lines.filter(isSeen);
    return seen.length > 0 ? { element, words, lines: seen, isCut } : undefined;
  }

  const texts: Text[] = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = textOf(walker.currentNode);
    if (text && !text.element.closest('[popover]') && !text.element.closest('option, svg')) texts.push(text);
  }

  const isFigure = ({ element, words }: Text) =>
    /\d/.test(words) && getComputedStyle(element).fontVariantNumeric.includes('tabular-nums');
  /** Longer numbers may break between their groups of digits, which are texts of their own. */
  const isBroken = ({ words, lines }: Text) => lines.length > 1 && /^[<$−-]*[\d,.]{1,13}$/.test(words);
  const name = ({ words }: Text) => words.slice(0, 40);
  const problems: string[] = [];

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth - clientWidth} px too wide`);

  const cannotBeHit = (element: Element) =>
    overlay !== undefined || getComputedStyle(element).pointerEvents === 'none';

  function coverOf({ element, lines }: Text): Element | undefined {
    return lines
      .flatMap((line) =>
        [line.left + 1, line.right - 1].flatMap((x) =>
          [line.top + LEADING, line.bottom - LEADING].map((y) => [x, y] as const),
        ),
      )
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      .map(([x, y]) => document.elementFromPoint(x, y) ?? document.body)
      .find((hit) => {
        // Text of the same line cannot cover. The field of a code lies over its cells and is transparent.
        const isMeant =
          cannotBeHit(element) ||
          getComputedStyle(hit).display === 'inline' ||
          hit.closest('[popover], .toast-layer, [data-input-otp]');
        return !isMeant && !hit.contains(element) && !element.contains(hit);
      });
  }

  const figures = texts.filter(isFigure);
  problems.push(...figures.filter(isBroken).map((text) => `broken figure: ${name(text)}`));
  for (const text of figures) {
    if (text.isCut) problems.push(`cut figure: ${name(text)}`);
    const cover = coverOf(text);
    if (cover) problems.push(`covered figure: ${name(text)} by ${cover.localName}.${cover.className}`);
  }

  const overlap = (one: Box, other: Box) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOLERANCE &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > LEADING;
  for (const [position, one] of texts.entries()) {
    for (const other of texts.slice(position + 1)) {
      if (one.element !== other.element && one.lines.some((a) => other.lines.some((b) => overlap(a, b))))
        problems.push(`overlap: ${name(one)} and ${name(other)}`);
    }
  }
  return problems;
}
