import { Store, User, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { networkName } from '../../domain/network/network.ts';
import { NetworkIcon } from '../../domain/network/network-icon.tsx';
import { identifierIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { stringifyPlainSearch } from '../../shared/list/plain-search.ts';
import { type FoundRecords, type FoundRows, RECORDS_SHOWN } from './find-records.ts';
import type { GoToEntry, GoToGroup } from './go-to-entry.ts';

type Row = FoundRows['rows'][number];

/** Groups the results. The last entry of a group opens all matches. */
export function recordGroups(found: FoundRecords): readonly GoToGroup[] {
  const { search } = found;
  const users = found.users.rows.slice(0, RECORDS_SHOWN);
  const merchants = found.merchants.rows.slice(0, RECORDS_SHOWN);
  const outbound = found.outbound.rows.slice(0, RECORDS_SHOWN);
  const inbound = found.inbound.rows.slice(0, RECORDS_SHOWN - outbound.length);
  const all = (noun: string, list: FoundRows, shown: readonly Row[], path: string, icon: ReactNode) =>
    list.total > shown.length ? [allEntry(noun, list.total, search, path, icon)] : [];
  return [
    {
      title: 'Users',
      entries: [
        ...users.flatMap(userEntry),
        ...all('user', found.users, users, `/users${stringifyPlainSearch({ search })}`, <User />),
      ],
    },
    {
      title: 'Merchants',
      entries: [
        ...merchants.flatMap(merchantEntry),
        ...all('merchant', found.merchants, merchants, merchantsWith(search), <Store />),
      ],
    },
    {
      title: 'Wallets',
      entries: [
        ...[...outbound, ...inbound].flatMap(walletEntry),
        ...all('inbound wallet', found.inbound, inbound, inboundWith({ search }), <Wallet />),
      ],
    },
  ].filter(({ entries }) => entries.length > 0);
}

function allEntry(noun: string, total: number, search: string, href: string, icon: ReactNode): GoToEntry {
  return {
    id: `all ${noun}`,
    label: `See ${total === 1 ? `the ${noun}` : `all ${formatCount(total)} ${noun}s`} matching “${search}”`,
    icon,
    target: { href },
  };
}

function userEntry({ uuid, name, email, blockedAt }: Row): readonly GoToEntry[] {
  const user = textIn(uuid);
  const details = [blockedAt ? 'Blocked' : null, visibleTextIn(email)].filter((detail) => detail !== null);
  return user === null
    ? []
    : [
        {
          id: `user ${user}`,
          label: visibleTextIn(name) ?? 'No name',
          detail: details.join(' · '),
          icon: <User />,
          target: { href: `/users${stringifyPlainSearch({ user })}` },
        },
      ];
}

function merchantEntry({ uuid, name, creatorEmail }: Row): readonly GoToEntry[] {
  const label = visibleTextIn(name);
  return label === null
    ? []
    : [
        {
          id: `merchant ${textIn(uuid) ?? label}`,
          label,
          detail: visibleTextIn(creatorEmail) ?? undefined,
          icon: <Store />,
          target: { href: merchantsWith(label) },
        },
      ];
}

function walletEntry(row: Row): readonly GoToEntry[] {
  const wallet = identifierIn(row['id']);
  const address = textIn(row['address']);
  const blockchain = textIn(row['blockchain']) ?? 'Unknown';
  const isInbound = row['type'] === 'inbound';
  return wallet === null || address === null
    ? []
    : [
        {
          id: `wallet ${wallet}`,
          label: address,
          isMonospaced: true,
          detail: `${networkName(blockchain)} · ${isInbound ? 'inbound' : 'outbound'}`,
          icon: <NetworkIcon blockchain={blockchain} />,
          target: {
            href: isInbound ? inboundWith({ wallet }) : `/wallets${stringifyPlainSearch({ wallet })}`,
          },
        },
      ];
}

function merchantsWith(search: string): string {
  return `/merchants${stringifyPlainSearch({ search })}`;
}

function inboundWith(parameters: { readonly search: string } | { readonly wallet: string }): string {
  return `/wallets${stringifyPlainSearch({ type: 'inbound', ...parameters })}`;
}
