import { expect, it } from 'vitest';
import { placeBeside } from './place-beside.ts';

const viewport = { width: 400, height: 300 };
const box = { width: 100, height: 20 };

function anchorAt(left: number, top: number) {
  return { left, top, width: 40, height: 20 };
}

it.each([
  ['centred above', anchorAt(100, 100), 'top', { left: 70, top: 74 }],
  ['below if there is no space above', anchorAt(100, 10), 'top', { left: 70, top: 36 }],
  ['centred below', anchorAt(100, 100), 'bottom', { left: 70, top: 126 }],
  ['above if there is no space below', anchorAt(100, 270), 'bottom', { left: 70, top: 244 }],
  ['below with the right edges aligned', anchorAt(100, 100), 'bottom-end', { left: 40, top: 126 }],
  ['at the right, in the middle', anchorAt(10, 100), 'right', { left: 56, top: 100 }],
  ['at the right, if there is space', anchorAt(200, 100), 'beside', { left: 246, top: 100 }],
  ['at the left, if there is none at the right', anchorAt(350, 100), 'beside', { left: 244, top: 100 }],
  ['inside the left edge', anchorAt(0, 100), 'top', { left: 8, top: 74 }],
  ['inside the right edge', anchorAt(360, 100), 'top', { left: 292, top: 74 }],
] as const)('placeBeside puts the box %s', (_, anchor, side, expected) => {
  expect(placeBeside(anchor, box, side, viewport)).toEqual(expected);
});

it('placeBeside puts the box above if there is no space on either side', () => {
  expect(placeBeside(anchorAt(60, 100), box, 'beside', { width: 180, height: 300 })).toEqual({
    left: 30,
    top: 74,
  });
});
