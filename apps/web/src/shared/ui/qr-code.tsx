import { QR_CODE } from '@halyard/contract/constants';
import { create } from 'qrcode';
import { useMemo } from 'react';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/**
 * A QR code drawn here, on a white ground in both themes: what it says never leaves the browser.
 *
 * @throws Error while drawing, when the text is empty or too long for a QR code.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const { side, path } = useMemo(() => outline(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={QR_CODE.sizePx}
      height={QR_CODE.sizePx}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="h-auto max-w-full rounded-md bg-white text-black forced-color-adjust-none"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** One path over all dark modules, row by row, inside the margin. */
function outline(text: string) {
  const { modules } = create(text, { errorCorrectionLevel: QR_CODE.errorCorrectionLevel });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) {
        path += `M${column + QR_CODE.margin} ${row + QR_CODE.margin}h1v1h-1z`;
      }
    }
  }
  return { side: modules.size + 2 * QR_CODE.margin, path };
}
