import type { Plugin } from 'vite';

/** Fills the page for `npm run dev`. A build writes its own pages in `write-pages.ts`. */
export function devPage(): Plugin {
  return {
    name: 'dev-page',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replace('<!--root-->', '<div id="root"></div>')
        .replace('<!--style-->', '<link rel="stylesheet" href="/src/app/public.css" />'),
  };
}
