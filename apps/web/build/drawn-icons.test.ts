// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DRAWN_ICONS_STYLES, drawnIconsStyles } from './drawn-icons.ts';

it('draws every sign as it stands in the picture', async () => {
  const styles = await drawnIconsStyles();
  expect(styles.match(/clip-path: path\(evenodd, "[^"]+"\)/g)).toHaveLength(28);
  expect(styles).toBe(await readFile(DRAWN_ICONS_STYLES, 'utf8'));
});
