import { PurgeCSS } from 'purgecss';

/** Set by scripts that run before the rest of the styles is there. */
const CLASSES_TO_COME = ['dark', 'has-failed'];

/** Of a style sheet the rules that what stands in the page can ever match: for its classes, elements and states. */
export async function neededStyles(styles: string, html: string): Promise<string> {
  const [needed] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: styles }],
    // A class of ours may hold any character but a space and what an attribute is written with.
    defaultExtractor: (content) => content.match(/[^\s"'<>=]+/g) ?? [],
    safelist: CLASSES_TO_COME,
    variables: true,
    keyframes: true,
  });
  if (needed === undefined) {
    throw new Error('no styles were given');
  }
  return needed.css;
}
