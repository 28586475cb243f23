import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** What a phone's camera reads from the picture of an element; undefined where it finds no QR code. */
export async function readQrCode(element: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await element.screenshot());
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
}
