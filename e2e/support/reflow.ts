import type { Page } from '@playwright/test';

/** 1280 x 1024 pixels at a zoom of 400 %, as WCAG 1.4.10 requires. */
export const ZOOMED = { width: 320, height: 256 };

/** Lists content that is cut off or unreachable, one line each. */
export async function reflowProblems(page: Page): Promise<readonly string[]> {
  return [
    ...(await page.evaluate(findWideParts)),
    ...(await page.evaluate(findCutText)),
    ...(await page.evaluate(findHiddenControls)),
  ];
}

/** Finds elements wider than the page, and scroll areas that the keyboard cannot scroll. */
function findWideParts(): string[] {
  const isWide = ({ scrollWidth, clientWidth }: Element) => clientWidth > 1 && scrollWidth > clientWidth + 1;
  const scrollers = [...document.querySelectorAll('body *:not([tabindex="0"])')].filter((part) =>
    ['auto', 'scroll'].includes(getComputedStyle(part).overflowX),
  );
  return [document.documentElement, ...scrollers]
    .filter(isWide)
    .map((part) => `${part.localName} is ${part.scrollWidth} px wide: ${part.className}`);
}

/** Finds text cut off by the window or a parent, except ellipses and scroll areas. */
function findCutText(): string[] {
  const scope =
    [...document.querySelectorAll('dialog:modal, [role=menu], [role=dialog][popover]')].at(-1) ??
    document.body;
  const cut: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const clipOf = (box: Element | null): Element => {
    const isClip = !box || box === document.body || getComputedStyle(box).overflowX !== 'visible';
    return isClip ? (box ?? document.body) : clipOf(box.parentElement);
  };
  while (texts.nextNode()) {
    const clip = clipOf(texts.currentNode.parentElement);
    const { clipPath, textOverflow, overflowX } = getComputedStyle(clip);
    const isMeant =
      clipPath !== 'none' ||
      textOverflow === 'ellipsis' ||
      (overflowX === 'auto' && clip.matches('[tabindex="0"]'));
    const { left, right } = clip.getBoundingClientRect();
    range.selectNodeContents(texts.currentNode);
    const place = range.getBoundingClientRect();
    const isOver = place.width > 1 && (place.left < left - 1 || place.right > right + 1);
    if (isOver && !isMeant && clip.checkVisibility()) cut.push(`cut: ${texts.currentNode.nodeValue}`);
  }
  return cut;
}

/** Finds controls that are not fully visible when focused. */
function findHiddenControls(): string[] {
  const scope =
    [...document.querySelectorAll('dialog:modal, [role=menu], [role=dialog][popover]')].at(-1) ??
    document.body;
  const controls = scope.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]',
  );
  const holds = (one: Element | null, other: Element) => one?.contains(other) === true;
  return [...controls].flatMap((control) => {
    control.blur();
    control.focus();
    const { left, right, top, width, height } = control.getBoundingClientRect();
    if (document.activeElement !== control || width < 2) return [];
    const [x, y] = [left + width / 2, top + Math.min(height, innerHeight) / 2];
    const found = document.elementFromPoint(x, y);
    const isFound =
      holds(control, found ?? document.body) || holds(found?.closest('label') ?? found, control);
    const isWhole = left >= -1 && right <= innerWidth + 1;
    const name = `${control.localName} ${control.ariaLabel ?? control.textContent.trim().slice(0, 40)}`;
    return isFound && isWhole ? [] : [`${name} at ${[left, right, top].map(Math.round)} is not visible`];
  });
}
