import { QR_CODE } from '@halyard/contract/constants';
import { create } from 'qrcode';
import { useMemo } from 'react';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Renders a QR code in the browser, because it may hold a secret. @throws Error if the text is empty or too long */
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

/** Returns one path for all dark modules, inside the margin. */
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
