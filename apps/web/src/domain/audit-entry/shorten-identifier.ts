import { SHORT_IDENTIFIER } from '@halyard/contract/constants';

/** Shortens a long identifier to its first and last characters: `0x71C7…976F`. */
export function shortenIdentifier(identifier: string): string {
  const lengthMax = /^0x[0-9a-f]*$/i.test(identifier)
    ? SHORT_IDENTIFIER.hexLengthMax
    : SHORT_IDENTIFIER.lengthMax;
  return identifier.length > lengthMax
    ? `${identifier.slice(0, SHORT_IDENTIFIER.first)}…${identifier.slice(-SHORT_IDENTIFIER.last)}`
    : identifier;
}
