/** `beside` is at the right or left, if there is space. `bottom-end` is below, with the right edges aligned. */
export type Side = 'top' | 'right' | 'beside' | 'bottom' | 'bottom-end';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

const GAP = 6;
const MARGIN = 8;

/** Returns a position in viewport pixels, never beyond its edges. Flips if there is no space above or below. */
export function placeBeside(anchor: Box, box: Size, side: Side, viewport: Size) {
  const centred = {
    left: anchor.left + (anchor.width - box.width) / 2,
    top: anchor.top + (anchor.height - box.height) / 2,
  };
  const above = anchor.top - box.height - GAP;
  const below = anchor.top + anchor.height + GAP;
  const belowOrAbove = below + box.height + MARGIN <= viewport.height ? below : above;
  const right = { left: anchor.left + anchor.width + GAP, top: centred.top };
  const left = { ...right, left: anchor.left - box.width - GAP };
  const rightOrLeft = right.left + box.width + MARGIN <= viewport.width ? right : left;
  const top = { left: centred.left, top: above >= MARGIN ? above : below };
  const placed = {
    right,
    top,
    beside: rightOrLeft.left >= MARGIN ? rightOrLeft : top,
    bottom: { left: centred.left, top: belowOrAbove },
    'bottom-end': { left: anchor.left + anchor.width - box.width, top: belowOrAbove },
  }[side];
  return {
    left: within(placed.left, viewport.width - box.width - MARGIN),
    top: within(placed.top, viewport.height - box.height - MARGIN),
  };
}

function within(position: number, maximum: number): number {
  return Math.max(MARGIN, Math.min(position, maximum));
}
