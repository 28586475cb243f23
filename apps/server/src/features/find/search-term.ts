import { isIP } from 'node:net';
import { isEmailAddress } from '@halyard/contract/email-address';
import { emailKey } from '@halyard/contract/email-key';
import { pastedAddress, pastedHash, pastedText } from '@halyard/contract/pasted-text';

const LENGTH_MIN = 2;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
const HASH_BEGINNING = /^(?:0x[0-9a-f]{4,}|[0-9a-f]{6,})$/i;
const ADDRESS = /^(?:0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/i;
/** `0x…`, or text with a digit, because a plain word would match inside many addresses. */
const ADDRESS_PART = /^(?:0x[0-9a-f]{2,39}|(?=.*\d)[0-9a-z]{4,41})$/i;
/** What a trigram index needs of a word, and of the beginning of a name. */
const INDEXED_WORD = /[\p{L}\p{N}]{3}/u;
const INDEXED_BEGINNING = /^[\p{L}\p{N}]{2}/u;
const MAILBOX = /^\S+@\S*$/;
/** Both ends of an identifier, long enough to tell it from others. */
const SHORTENED = /^((?:0x)?[0-9a-z]{4,})…([0-9a-z]{4,})$/i;

export interface ShortenedText {
  readonly start: string;
  readonly end: string;
}

/** What a text can be an identifier or a part of. */
export interface SearchTerm {
  /** At least 2 characters. */
  readonly text: string;
  readonly uuid?: string;
  /** Key of a complete e-mail address. */
  readonly email?: string;
  /** Beginning of the key of an e-mail address. */
  readonly emailBeginning?: string;
  /** The same, if the text has an `@` after a mailbox, and so is no name. */
  readonly ownerBeginning?: string;
  /** Words of a name, one of them long enough for an index. */
  readonly words?: string;
  readonly nameBeginning?: string;
  /** Spellings of a complete transaction hash, in lower case. */
  readonly hashes?: readonly string[];
  readonly hashBeginning?: string;
  readonly address?: string;
  readonly addressPart?: string;
  readonly shortened?: ShortenedText;
  /** As audit entries show it. */
  readonly ipAddress?: string;
}

/** Returns undefined if the text is too short to find anything. */
export function searchTerm(typed: string): SearchTerm | undefined {
  const text = pastedText(typed);
  if (Array.from(text).length < LENGTH_MIN) return undefined;
  const address = addressTerm(typed);
  if (address.shortened !== undefined) return { text, ...address };
  const identifiers = {
    ...hashTerm(typed),
    ...address,
    ...(UUID.test(text) && { uuid: text.toLowerCase() }),
    ...(isIP(text) > 0 && { ipAddress: text.toLowerCase() }),
  };
  const isComplete = 'uuid' in identifiers || 'hashes' in identifiers || 'address' in identifiers;
  return { text, ...identifiers, ...(!isComplete && nameTerm(text)) };
}

function hashTerm(typed: string): Pick<SearchTerm, 'hashes' | 'hashBeginning'> {
  const text = pastedHash(typed);
  const digits = HASH.exec(text)?.[1]?.toLowerCase();
  if (digits !== undefined) return { hashes: [digits, `0x${digits}`] };
  return HASH_BEGINNING.test(text) ? { hashBeginning: text } : {};
}

function addressTerm(typed: string): Pick<SearchTerm, 'address' | 'addressPart' | 'shortened'> {
  const text = pastedAddress(typed);
  if (ADDRESS.test(text)) return { address: text };
  const [, start, end] = SHORTENED.exec(text) ?? [];
  if (start !== undefined && end !== undefined) return { shortened: { start, end } };
  return ADDRESS_PART.test(text) ? { addressPart: text } : {};
}

function nameTerm(
  text: string,
): Pick<SearchTerm, 'email' | 'emailBeginning' | 'ownerBeginning' | 'words' | 'nameBeginning'> {
  const emailBeginning = emailKey(text);
  if (MAILBOX.test(text)) {
    const ofMailbox = { emailBeginning, ownerBeginning: emailBeginning };
    return isEmailAddress(text) ? { ...ofMailbox, email: emailBeginning } : ofMailbox;
  }
  if (INDEXED_WORD.test(text)) return { emailBeginning, words: text };
  return INDEXED_BEGINNING.test(text) ? { emailBeginning, nameBeginning: text } : { emailBeginning };
}
