const LENGTH_MAX = 30;
const HEX_LENGTH_MAX = 20;
const FIRST = 6;
const LAST = 4;

/** `0x71C7…976F`: an identifier longer than 30 characters, or a hex one longer than 20 (specification, section 9). */
export function shortenIdentifier(identifier: string): string {
  const longest = /^0x[0-9a-f]*$/i.test(identifier) ? HEX_LENGTH_MAX : LENGTH_MAX;
  return identifier.length > longest
    ? `${identifier.slice(0, FIRST)}…${identifier.slice(-LAST)}`
    : identifier;
}
