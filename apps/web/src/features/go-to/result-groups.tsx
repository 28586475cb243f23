import type { FindKind } from '@halyard/contract/find';
import { Banknote, Mail, Network, ScrollText, Search, Store, User, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { stringifyPlainSearch } from '../../shared/list/plain-search.ts';
import type { FoundResult, FoundResults } from './find-anything.ts';
import { RECORDS_SHOWN } from './find-records.ts';
import type { GoToEntry, GoToGroup } from './go-to-entry.ts';

interface ResultKind {
  readonly kind: FindKind;
  readonly name: string;
  readonly plural: string;
  readonly icon: ReactNode;
  /** Path of the list that can be searched for more. */
  readonly list?: (search: string) => string;
}

const KINDS: readonly ResultKind[] = [
  {
    kind: 'user',
    name: 'User',
    plural: 'Users',
    icon: <User />,
    list: (search) => listAt('/users', { search }),
  },
  {
    kind: 'merchant',
    name: 'Merchant',
    plural: 'Merchants',
    icon: <Store />,
    list: (search) => listAt('/merchants', { search }),
  },
  {
    kind: 'order',
    name: 'Order',
    plural: 'Orders',
    icon: <Banknote />,
    list: (search) => listAt('/orders', { search }),
  },
  {
    kind: 'wallet',
    name: 'Wallet',
    plural: 'Wallets',
    icon: <Wallet />,
    list: (search) => listAt('/wallets', { type: 'inbound', search }),
  },
  { kind: 'invitation', name: 'Invitation', plural: 'Invitations', icon: <Mail /> },
  { kind: 'audit_entry', name: 'Audit entry', plural: 'Audit Logs', icon: <ScrollText /> },
  { kind: 'ip_address', name: 'Audit entries', plural: 'IP addresses', icon: <Network /> },
];

/** Exact matches, which Enter opens before anything else. */
export function exactGroups({ results }: FoundResults): readonly GoToGroup[] {
  const entries = results.filter(({ isExact }) => isExact).map(entryOf);
  return entries.length > 0 ? [{ title: 'Exact matches', entries }] : [];
}

/** Groups the other results by kind. The last entry of a long group opens the list of all matches. */
export function resultGroups({ search, results }: FoundResults): readonly GoToGroup[] {
  const partial = results.filter(({ isExact }) => !isExact);
  const known: readonly string[] = KINDS.map(({ kind }) => kind);
  const groups = KINDS.map(({ kind, plural, icon, list }) => {
    const entries = partial.filter((result) => result.kind === kind).map(entryOf);
    const all: GoToEntry | undefined = list && {
      id: `all ${kind}`,
      label: `See all ${plural.toLowerCase()} matching “${search}”`,
      icon,
      target: { href: list(search) },
    };
    return { title: plural, entries: entries.length < RECORDS_SHOWN || !all ? entries : [...entries, all] };
  });
  const others = {
    title: 'Other',
    entries: partial.filter(({ kind }) => !known.includes(kind)).map(entryOf),
  };
  return [...groups, others].filter(({ entries }) => entries.length > 0);
}

function entryOf({ kind, id, title, detail, state, href }: FoundResult): GoToEntry {
  const known = KINDS.find((each) => each.kind === kind);
  const name = known?.name ?? asWords(kind);
  return {
    id: `${kind} ${id}`,
    label: title,
    isMonospaced: kind === 'wallet' && state !== 'address_changed',
    detail,
    state: state === undefined ? name : `${name} · ${asWords(state)}`,
    icon: known?.icon ?? <Search />,
    target: { href },
  };
}

function asWords(text: string): string {
  return text.replaceAll('_', ' ');
}

function listAt(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}${stringifyPlainSearch(parameters)}`;
}
