/** Characters that end the host name in `new URL`, or that it drops or decodes. */
const URL_SYNTAX = /[\s\p{Cc}/?#\\:%]/u;
const NOT_ASCII = /\P{ASCII}/u;

/** Returns the form in which e-mail addresses are compared: lower case, one Unicode form, ASCII domain. Never shown. */
export function emailKey(email: string): string {
  // İ is i in lower case, as in PostgreSQL. JavaScript adds a combining dot.
  const text = email.normalize('NFKC').trim().toLowerCase().replaceAll('i\u0307', 'i').normalize('NFKC');
  const at = text.lastIndexOf('@') + 1;
  return text.slice(0, at) + (at === 0 ? text : asciiDomain(text.slice(at)));
}

function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || URL_SYNTAX.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
