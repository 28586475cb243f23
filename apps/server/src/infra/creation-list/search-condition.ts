import { isEmailAddress } from '@halyard/contract/email-address';
import { emailKey } from '@halyard/contract/email-key';
import { escapeLike } from '../db/like-pattern.ts';

/** Conditions on the key of an e-mail address, by table. Arrays let PostgreSQL combine indexes. */
const HAS_EMAIL: Readonly<Record<string, (key: string) => string>> = {
  users: (key) => `email_key = ${key}`,
  merchants: (key) => `user_id = ANY (ARRAY(SELECT id FROM users WHERE email_key = ${key}))`,
};

/** PostgreSQL would read the whole index for a shorter term. Another collation keeps it from using the index. */
const TRIGRAM_LENGTH = 3;

/** Builds a search condition with parameters from number `first`. E-mail addresses also match other spellings. */
export function searchCondition(
  table: string,
  search: string,
  first: number,
): { readonly match: string; readonly values: readonly string[] } {
  const text = [...search].length < TRIGRAM_LENGTH ? 'search_text COLLATE "C"' : 'search_text';
  const contains = `${text} LIKE '%' || lower($${first}) || '%'`;
  const hasEmail = isEmailAddress(search) ? HAS_EMAIL[table] : undefined;
  if (hasEmail === undefined) return { match: contains, values: [escapeLike(search)] };
  return {
    match: `(${contains} OR ${hasEmail(`$${first + 1}`)})`,
    values: [escapeLike(search), emailKey(search)],
  };
}
