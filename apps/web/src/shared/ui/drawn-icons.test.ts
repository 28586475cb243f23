import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

test('every sign is where its class looks for it', async () => {
  const [picture, styles] = await Promise.all([read('drawn-icons.svg'), read('drawn-icons.css')]);
  const drawn = [...picture.matchAll(/<g id="([^"]+)"(?: transform="translate\((\d+)\)")?>/g)].map(
    ([, name, left = '0']) => [name, Number(left) / 24],
  );
  const named = [...styles.matchAll(/@utility drawn-(\S+) \{\s*--drawn-place: (\d+);/g)].map(
    ([, name, place]) => [name, Number(place)],
  );

  expect(named).toEqual(drawn);
  expect(picture).toContain(`viewBox="0 0 ${24 * drawn.length} 24"`);
  expect(styles).toContain(`mask-size: ${100 * drawn.length}% 100%`);
  expect(styles).toContain(`100% / ${drawn.length - 1}`);
});
