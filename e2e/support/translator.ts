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
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const figures: string[] = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      const isKept = parentElement?.closest('[translate="no"], script, style, svg, option');
      if (/\d/.test(data) && !isKept) {
        figures.push(data);
      }
    }
    return figures;
  });
}
