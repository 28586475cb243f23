import { render, screen } from '@testing-library/react';
import { create } from 'qrcode';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const TEXT = 'otpauth://totp/Halyard:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Halyard';

// @spec 9.21
it('QrCode is 256 px wide, with a margin of 2 modules and error correction level M', () => {
  render(<QrCode text={TEXT} label="QR code" />);
  const picture = screen.getByRole('img', { name: 'QR code' });
  const { modules } = create(TEXT, { errorCorrectionLevel: 'M' });
  const side = modules.size + 4;
  expect(['width', 'height', 'viewBox'].map((name) => picture.getAttribute(name))).toEqual([
    '256',
    '256',
    `0 0 ${side} ${side}`,
  ]);
  const dark = Array.from(
    picture.innerHTML.matchAll(/M(\d+) (\d+)h1v1h-1z/g),
    ([, column, row]) => [Number(row) - 2, Number(column) - 2] as const,
  );
  expect(dark.every(([row, column]) => modules.get(row, column) === 1)).toBe(true);
  expect(dark).toHaveLength(modules.data.filter(Boolean).length);
});
