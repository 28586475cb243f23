/** Plain text, optionally with links. */
export type Paragraph = string | readonly (string | { readonly url: string })[];

export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  /** Label and value, such as time and IP address. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Final paragraphs: expiry, and what to do if it wasn't you. */
  readonly closing: readonly Paragraph[];
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The dashboard's colours in a form that every mail program supports. */
const LIGHT = { ground: '#fafbfd', ink: '#181f28', quiet: '#555d68', line: '#dfe3e8', accent: '#1161b5' };
const DARK = { ground: '#0f1216', ink: '#eceef1', quiet: '#a3a9b1', line: '#262b31', accent: '#61b0fa' };
const DARK_ACCENT_INK = '#06121f';

const STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  `.ground{background:${DARK.ground}!important}.ink{color:${DARK.ink}!important}`,
  `.quiet{color:${DARK.quiet}!important}.line{border-color:${DARK.line}!important}`,
  `.link{color:${DARK.accent}!important}`,
  `.button{background:${DARK.accent}!important;color:${DARK_ACCENT_INK}!important}`,
  '}',
].join('');

/** Renders a mail as plain text and as HTML for both themes, without remote content. */
export function renderMail(mail: MailText, productName: string): RenderedMail {
  return { subject: oneLine(mail.subject), text: textOf(mail, productName), html: htmlOf(mail, productName) };
}

function textOf({ paragraphs, facts = [], action, closing }: MailText, productName: string): string {
  const blocks = [
    ...paragraphs.map(textOfParagraph),
    ...(facts.length > 0
      ? [facts.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')]
      : []),
    ...(action ? [`${oneLine(action.label)}:\n${oneLine(action.url)}`] : []),
    ...closing.map(textOfParagraph),
    `-- \n${oneLine(productName)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function htmlOf({ subject, paragraphs, facts = [], action, closing }: MailText, productName: string): string {
  const fact = ([label, value]: readonly [string, string]) =>
    `<span class="quiet" style="color:${LIGHT.quiet}">${escapeHtml(label)}:</span> ${escapeHtml(value)}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body class="ground" style="margin:0;background:${LIGHT.ground}">`,
    '<div class="ground ink" style="margin:0 auto;max-width:520px;padding:32px 24px;',
    `background:${LIGHT.ground};color:${LIGHT.ink};`,
    'font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    `<p class="ink" style="margin:0 0 24px;font-weight:600;color:${LIGHT.ink}">${escapeHtml(productName)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:${LIGHT.ink}">`,
    `${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(htmlOfParagraph),
    ...(facts.length > 0
      ? [
          `<p class="line" style="margin:0 0 16px;padding:12px 0;border:solid ${LIGHT.line};border-width:1px 0">`,
          facts.map(fact).join('<br>'),
          '</p>',
        ]
      : []),
    ...(action ? actionOf(action) : []),
    ...closing.map(htmlOfParagraph),
    '</div></body></html>',
  ].join('\n');
}

function textOfParagraph(paragraph: Paragraph): string {
  return oneLine(
    [paragraph]
      .flat()
      .map((part) => (typeof part === 'string' ? part : part.url))
      .join(''),
  );
}

function htmlOfParagraph(paragraph: Paragraph): string {
  const parts = [paragraph].flat();
  const html = parts.map((part) => (typeof part === 'string' ? escapeHtml(part) : linkOf(part.url)));
  return `<p style="margin:0 0 16px">${html.join('')}</p>`;
}

function linkOf(url: string): string {
  const address = escapeHtml(url);
  return `<a class="link" href="${address}" style="color:${LIGHT.accent};word-break:break-all">${address}</a>`;
}

function actionOf({ label, url }: NonNullable<MailText['action']>): string[] {
  return [
    `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;`,
    `padding:10px 18px;border-radius:6px;background:${LIGHT.accent};color:#ffffff;`,
    `font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p class="quiet" style="margin:0 0 24px;font-size:13px;color:${LIGHT.quiet}">`,
    `Or copy this link into your browser: ${linkOf(url)}</p>`,
  ];
}

/** Puts text on one line and removes control characters, including bidi controls. */
function oneLine(text: string): string {
  return spaced(text).trim();
}

function spaced(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return spaced(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
