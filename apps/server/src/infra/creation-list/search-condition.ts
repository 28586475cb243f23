import { isEmailAddress } from '@halyard/contract/email-address';
import { emailKey } from '@halyard/contract/email-key';
import { pastedText } from '@halyard/contract/pasted-text';
import { escapeLike } from '../db/like-pattern.ts';

/** Conditions on the key of an e-mail address, by table. Arrays let PostgreSQL combine indexes. */
const HAS_EMAIL: Readonly<Record<string, (key: string) => string>> = {
  users: (key) => `email_key = ${key}`,
  merchants: (key) => `user_id = ANY (ARRAY(SELECT id FROM users WHERE email_key = ${key}))`,
};

/** PostgreSQL would read the whole index for a shorter term. Another collation keeps it from using the index. */
const TRIGRAM_LENGTH = 3;

export interface SearchCondition {
  readonly match: string;
  readonly values: readonly string[];
}

/** Builds a search condition with parameters from number `first`, from text that was cleaned for the table. */
export function searchCondition(table: string, search: string, first: number): SearchCondition {
  return table === 'wallets' ? addressCondition(search, first) : textCondition(table, search, first);
}

/** An address contains the text, or has both ends of a shortened one (`0x75Bf…3494`). */
function addressCondition(search: string, first: number): SearchCondition {
  const parts = search.split('…').map(escapeLike);
  const pattern = parts.length === 1 ? `%${parts[0]}%` : parts.join('%');
  const longest = Math.max(...parts.map((part) => part.length));
  return { match: `${indexed(longest)} LIKE lower($${first})`, values: [pattern] };
}

/**
 * A name or an e-mail address contains all words, in any order, without regard to case and accents (`search_fold`).
 * Addresses also match their other spellings.
 */
function textCondition(table: string, search: string, first: number): SearchCondition {
  const text = pastedText(search).normalize('NFKC');
  const words = [...new Set(text.split(/,?\s+/u))];
  const patterns = words.map((_word, index) => `'%' || search_fold($${first + index}) || '%'`);
  const contains = words.map((word, index) => `${indexed([...word].length)} LIKE ${patterns[index]}`);
  if (words.length > 1) contains.push(inOneField(patterns));
  const values = words.map(escapeLike);
  const hasEmail = isEmailAddress(text) ? HAS_EMAIL[table] : undefined;
  if (hasEmail === undefined) return { match: `(${contains.join(' AND ')})`, values };
  return {
    match: `(${contains.join(' AND ')} OR ${hasEmail(`$${first + words.length}`)})`,
    values: [...values, emailKey(text)],
  };
}

function indexed(length: number): string {
  return length < TRIGRAM_LENGTH ? 'search_text COLLATE "C"' : 'search_text';
}

/** The words must not be spread over name and address, which `search_text` separates by a line feed. */
function inOneField(patterns: readonly string[]): string {
  const all = `LIKE ALL (ARRAY[${patterns.join(', ')}])`;
  return `(split_part(search_text, E'\\n', 1) ${all} OR split_part(search_text, E'\\n', 2) ${all})`;
}
