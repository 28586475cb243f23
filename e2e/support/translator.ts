import type { Page } from '@playwright/test';

/** Wraps all texts in elements, like a page translator that ignores `translate="no"`. The texts stay the same. */
export async function wrapTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data.trim() !== '' && !text.parentElement?.closest('script, style, svg, option')) {
        texts.push(text);
      }
    }
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

/** Returns texts with a digit that a page translator may change. */
export async function translatableFigures(page: Page): Promise<readonly string[]> {
  return (await translatableTexts(page)).filter((text) => /\d/.test(text));
}

const IDENTIFIERS = [
  /\S@\S+\.\S/,
  /[\da-f]{8}-[\da-f]{4}-/i,
  /\b(0x)?[\da-f]{12}/i,
  /0x\w*…/,
  /https?:\/\//,
  /\bnpm run\b/,
  /^\d{4}-\d\d-\d\d/,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d/,
];

/** Returns emails, ids, addresses, commands and times that a page translator may change. */
export async function translatableIdentifiers(page: Page): Promise<readonly string[]> {
  return (await translatableTexts(page)).filter((text) => IDENTIFIERS.some((form) => form.test(text)));
}

async function translatableTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      if (!parentElement?.closest('[translate="no"], script, style, svg, option')) {
        texts.push(data);
      }
    }
    return texts;
  });
}
