import { SHORT_IDENTIFIER } from '@halyard/contract/constants';

/** `0x71C7…976F`: the first and last characters of a long identifier; a short one stays as it is. */
export function shortenIdentifier(identifier: string): string {
  const lengthMax = /^0x[0-9a-f]*$/i.test(identifier)
    ? SHORT_IDENTIFIER.hexLengthMax
    : SHORT_IDENTIFIER.lengthMax;
  return identifier.length > lengthMax
    ? `${identifier.slice(0, SHORT_IDENTIFIER.first)}…${identifier.slice(-SHORT_IDENTIFIER.last)}`
    : identifier;
}
