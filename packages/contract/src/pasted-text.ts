import { visibleText } from './visible-text.ts';

const QUOTES = '["\'`“”„‘’«»‹›<>()\\[\\]{},;]';
const OUTER_QUOTES = new RegExp(`^${QUOTES}+|${QUOTES}+$`, 'g');
const QUOTED = /^(?:"(.+)"|'(.+)'|“(.+)”|‘(.+)’|«(.+)»|`(.+)`)$/u;
/** The address in `Ada Lovelace <ada@example.com>` and `mailto:ada@example.com?subject=…`. */
const MAIL = /^(?:[^<>]*<([^<>\s]+@[^<>\s]+)>|mailto:([^?]+).*)$/iu;

/** Returns a name, an e-mail address or an id without what came along when it was copied. */
export function pastedText(text: string): string {
  const visible = visibleText(text);
  const found = MAIL.exec(visible) ?? QUOTED.exec(visible);
  return (
    found
      ?.slice(1)
      .find((part) => part !== undefined)
      ?.trim() || visible
  );
}

const EVM_ADDRESS = '0[xX][0-9a-fA-F]{40}';
const TRON_ADDRESS = '(?<![0-9a-zA-Z])T[1-9A-HJ-NP-Za-km-z]{33}';
const ADDRESS = new RegExp(`(?:${EVM_ADDRESS}|${TRON_ADDRESS})(?![0-9a-zA-Z])`, 'g');
const SCHEME = /^[a-z][a-z0-9+.-]*:(?:\/\/)?(?:pay-)?/i;
const XDC_PREFIX = /^xdc(?=[0-9a-f]{40}$)/i;
/** What stands for the left-out middle of a shortened address. */
const GAP = /\.{2,}|⋯|\*{2,}/;

/**
 * Returns the wallet address, or the part of one, in pasted text: in a link, a payment request or a sentence. A
 * shortened address has `…` for its middle. The last of several addresses counts, because links name tokens first.
 */
export function pastedAddress(text: string): string {
  const visible = visibleText(text.normalize('NFKC'));
  const solid = visible.replace(/\s/g, '');
  const whole = (visible.match(ADDRESS) ?? solid.match(ADDRESS))?.at(-1);
  if (whole !== undefined) return whole;
  const bare = solid.replace(OUTER_QUOTES, '').replace(SCHEME, '').replace(XDC_PREFIX, '0x');
  return bare.replace(GAP, '…') || solid;
}

const HASH = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/i;
const SHORTENED_HASH = /^((?:0x)?[0-9a-f]+)(?:…|\.{2,})[0-9a-f]*$/i;

/** Returns the hash in a pasted link or sentence, the beginning of a shortened hash, or the text. */
export function pastedHash(text: string): string {
  const cleaned = pastedText(text);
  const whole = HASH.exec(cleaned) ?? HASH.exec(cleaned.replace(/\s/g, ''));
  return whole?.[0] ?? SHORTENED_HASH.exec(cleaned)?.[1] ?? cleaned;
}

/** Whether an address contains a part in any case, or has both ends of a shortened one. */
export function hasAddressPart(address: string, part: string): boolean {
  const [text, searched] = [address.toLowerCase(), part.toLowerCase()];
  const [start = '', end] = searched.split('…');
  return end === undefined ? text.includes(start) : text.startsWith(start) && text.endsWith(end);
}
