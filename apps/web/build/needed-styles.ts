import { PurgeCSS } from 'purgecss';

/** Set by scripts that run before the rest of the styles is there. */
const CLASSES_TO_COME = ['dark', 'has-failed', 'sidebar-collapsed'];

const REFERENCES: Readonly<Record<string, string>> = { gt: '>', lt: '<', quot: '"', '#x27': "'", amp: '&' };

/** Of a style sheet the rules that what stands in the page can ever match: for its classes, elements and states. */
export async function neededStyles(styles: string, html: string): Promise<string> {
  const [needed] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: styles }],
    defaultExtractor: (content) => [...(content.match(/[^\s"'<>=]+/g) ?? []), ...classesIn(content)],
    safelist: CLASSES_TO_COME,
    variables: true,
    keyframes: true,
  });
  if (needed === undefined) {
    throw new Error('no styles were given');
  }
  return withoutUnusedProperties(needed.css);
}

/** Tailwind registers each custom property that any of its rules uses. */
function withoutUnusedProperties(styles: string): string {
  return styles.replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name) =>
    new RegExp(`var\\(${name}[,)]`).test(styles) ? rule : '',
  );
}

/** A class may hold any character but a space; React writes five of them as references. */
function classesIn(html: string): string[] {
  return [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, classes = '']) =>
    classes.replace(/&(gt|lt|quot|#x27|amp);/g, (_, name) => REFERENCES[name] ?? '').split(/\s+/),
  );
}
