import type { FindKind } from '@halyard/contract/find';
import { searchCondition } from '../../infra/creation-list/search-condition.ts';
import { escapeLike } from '../../infra/db/like-pattern.ts';
import { inOwnCase } from '../../infra/record-search/address-search.ts';
import type { SearchTerm, ShortenedText } from './search-term.ts';

/** Candidates that one statement reads at most. */
const CANDIDATES_MAX = 100;
/** Newest audit entries of an IP address whose actors are found. */
const ENTRIES_OF_ADDRESS_MAX = 1_000;
/** Shorter beginnings of order ids are too common. */
const ORDER_ID_LENGTH_MIN = 3;

/** Binds values that the planner knows, unlike those of `BoundValues`, because an index on text may need them. */
export class KnownValues {
  readonly values: unknown[] = [];

  bind(value: unknown, type: 'text' | 'text[]' | 'uuid'): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/**
 * Returns statements that select the key of a record, and whether the text is its identifier. An index finds the
 * candidates of each statement.
 */
export function candidatesOf(kind: FindKind, term: SearchTerm, values: KnownValues): readonly string[] {
  return CANDIDATES[kind](term, values);
}

/**
 * Returns a statement that selects `order_id`, `wallet_id` and `exact` of transactions: by their id or hash, the ends of
 * it, or its beginning. The candidates read it as `money`.
 */
export function transactionsOf(
  { uuid, hashes, hashBeginning, shortened }: SearchTerm,
  values: KnownValues,
): string {
  const found = (choose: typeof exact, match: string) =>
    choose('wallet_transactions', match, 'order_id, wallet_id');
  const statements = [
    ...ifGiven(uuid, (id) => found(exact, `id = ${values.bind(id, 'uuid')}`)),
    ...ifGiven(hashes, (spellings) =>
      found(exact, `lower(hash) = ANY (${values.bind(spellings, 'text[]')})`),
    ),
    ...ifGiven(shortened, (ends) => found(exact, hasEnds('lower(hash)', ends, values))),
    ...ifGiven(hashBeginning, (text) => found(part, begins('lower(hash)', text, values))),
  ];
  return statements.length > 0
    ? statements.join(' UNION ALL ')
    : 'SELECT NULL::uuid, NULL::bigint, false WHERE false';
}

type Candidates = (term: SearchTerm, values: KnownValues) => string[];

const CANDIDATES: Readonly<Record<FindKind, Candidates>> = {
  user: (term, values) => [
    ...ifGiven(term.uuid, (uuid) => exact('users', `id = ${values.bind(uuid, 'uuid')}`)),
    ...ifGiven(term.email, (email) => exact('users', `email_key = ${values.bind(email, 'text')}`)),
    ...ifGiven(term.emailBeginning, (text) =>
      part('users', `${begins('email_key', text, values)} AND deleted_at IS NULL`),
    ),
    ...named('users', term, values),
  ],

  merchant: (term, values) => [
    ...ifGiven(term.uuid, (uuid) => exact('merchants', `id = ${values.bind(uuid, 'uuid')}`)),
    ...ifGiven(term.ownerBeginning, (text) => {
      const owners = `SELECT id FROM users WHERE ${begins('email_key', text, values)} LIMIT ${CANDIDATES_MAX}`;
      return part('merchants', `user_id = ANY (ARRAY(${owners})) AND deleted_at IS NULL`);
    }),
    ...named('merchants', term, values),
  ],

  order: (term, values) => [
    ...ifGiven(term.uuid, (uuid) => exact('orders', `id = ${values.bind(uuid, 'uuid')}`)),
    exact('orders', `lower(merchant_order_id) = lower(${values.bind(term.text, 'text')})`),
    ...(Array.from(term.text).length < ORDER_ID_LENGTH_MIN
      ? []
      : [part('orders', begins('lower(merchant_order_id)', term.text, values))]),
    '(SELECT order_id, exact FROM money WHERE order_id IS NOT NULL)',
  ],

  wallet: (term, values) => [
    ...ifGiven(term.uuid, (uuid) => exact('wallets', `uuid = ${values.bind(uuid, 'uuid')}`)),
    ...ifGiven(term.address, (address) => {
      const bound = values.bind(address, 'text');
      return exact('wallets', `search_text = lower(${bound}) AND ${inOwnCase('=', bound)}`);
    }),
    ...ifGiven(term.shortened, (ends) => exact('wallets', hasEnds('search_text', ends, values))),
    ...ifGiven(term.addressPart, (text) => {
      const bound = values.bind(/^0x/i.test(text) ? `${text}%` : `%${text}%`, 'text');
      return indexedPart('wallets', `search_text LIKE lower(${bound}) AND ${inOwnCase('LIKE', bound)}`);
    }),
    '(SELECT wallet_id, exact FROM money WHERE order_id IS NULL)',
  ],

  invitation: (term, values) => [
    ...ifGiven(term.uuid, (uuid) => exact('invitations', `id = ${values.bind(uuid, 'uuid')}`)),
    ...ifGiven(term.email, (email) => exact('invitations', `email_key = ${values.bind(email, 'text')}`)),
    ...ifGiven(term.emailBeginning, (text) => part('invitations', begins('email_key', text, values))),
  ],

  audit_entry: (term, values) => [
    ...ifGiven(term.uuid, (uuid) => exact('audit_log', `id = ${values.bind(uuid, 'uuid')}`, 'sequence')),
    exact('audit_log', `request_id = ${values.bind(term.text, 'text')}`, 'sequence'),
  ],

  // The newest entry of each actor.
  ip_address: (term, values) =>
    ifGiven(term.ipAddress, (address) => {
      const newest = `SELECT sequence, actor_email FROM audit_log WHERE ip_address = ${values.bind(address, 'text')}
        ORDER BY sequence DESC LIMIT ${ENTRIES_OF_ADDRESS_MAX}`;
      return `(SELECT max(sequence), true FROM (${newest}) AS newest GROUP BY actor_email)`;
    }),
};

function ifGiven<Value>(value: Value | undefined, statement: (value: Value) => string): string[] {
  return value === undefined ? [] : [statement(value)];
}

function exact(table: string, condition: string, key = 'id'): string {
  return `(SELECT ${key}, true FROM ${table} WHERE ${condition} LIMIT ${CANDIDATES_MAX})`;
}

function part(table: string, condition: string, key = 'id'): string {
  return `(SELECT ${key}, false FROM ${table} WHERE ${condition} LIMIT ${CANDIDATES_MAX})`;
}

/** Hides the limit from the planner, which would otherwise read the table in the hope of finding a rare text soon. */
function indexedPart(table: string, condition: string): string {
  return `(WITH hits AS MATERIALIZED (SELECT id FROM ${table} WHERE ${condition})
    SELECT id, false FROM hits LIMIT ${CANDIDATES_MAX})`;
}

function named(
  table: 'users' | 'merchants',
  { words, nameBeginning }: SearchTerm,
  values: KnownValues,
): string[] {
  const found = (condition: string) => [indexedPart(table, `${condition} AND deleted_at IS NULL`)];
  if (words !== undefined) {
    const condition = searchCondition(table, words, values.values.length + 1);
    values.values.push(...condition.values);
    return found(condition.match);
  }
  if (nameBeginning === undefined) return [];
  return found(`search_text LIKE search_fold(${values.bind(escapeLike(nameBeginning), 'text')}) || '%'`);
}

function begins(column: string, text: string, values: KnownValues): string {
  return `${column} LIKE lower(${values.bind(`${escapeLike(text)}%`, 'text')})`;
}

function hasEnds(column: string, { start, end }: ShortenedText, values: KnownValues): string {
  return `${column} LIKE lower(${values.bind(`${start}%${end}`, 'text')})`;
}
