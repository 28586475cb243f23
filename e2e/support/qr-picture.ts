import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** Decodes a QR code from a screenshot. Returns undefined if there is none. */
export async function readQrCode(element: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await element.screenshot());
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
}
