import { escaped, table } from './html.ts';

const LIST_ITEM = /^(?:-|\d+\.) +/;

/**
 * Renders the Markdown that the contract uses: headings, paragraphs, lists, tables and code. Lines that continue a list
 * item are indented.
 */
export function markdownToHtml(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('\n');
}

function block(text: string): string {
  const lines = text.split('\n');
  const [first = ''] = lines;
  if (first.startsWith('## ')) return `<h2>${inline(first.slice(3))}</h2>`;
  if (first.startsWith('|')) return tableOf(lines);
  if (!LIST_ITEM.test(first)) return `<p>${inline(lines.join(' '))}</p>`;
  const items = text
    .split(/\n(?=- |\d+\. )/)
    .map((item) => `<li>${inline(item.replace(LIST_ITEM, ''))}</li>`);
  const name = first.startsWith('-') ? 'ul' : 'ol';
  return `<${name}>${items.join('')}</${name}>`;
}

function tableOf([titles = '', _rule, ...rows]: readonly string[]): string {
  return table(
    cellsOf(titles),
    rows.map((row) => cellsOf(row).map(inline)),
  );
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Renders text with code in backticks. */
export function inline(text: string): string {
  return escaped(text.replace(/\s+/g, ' ')).replace(/`([^`]+)`/g, '<code>$1</code>');
}
