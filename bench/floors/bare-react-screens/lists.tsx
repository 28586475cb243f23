import type { AuditLogPage } from '@halyard/contract/audit-logs';
import type { InvitationPage } from '@halyard/contract/invitations';
import type { MerchantPage } from '@halyard/contract/merchants';
import type { UserPage } from '@halyard/contract/users';
import type { InboundWallets } from '@halyard/contract/wallets';
import { AuditProof } from './audit-proof.tsx';
import { Copyable, Day, Mark, Minute, Search, Select, Status } from './cells.tsx';
import type { List, Rows } from './list-screen.tsx';
import { WalletTabs } from './wallet-tabs.tsx';

const PAGE = 'limit=20&offset=0';

/** Lists by the path of their screen, with the product's columns and filters. */
export const LISTS: Readonly<Record<string, List>> = {
  '/users': {
    title: 'User Management',
    path: `/users?${PAGE}&includeDeleted=false`,
    filters: <Search label="Search users" />,
    columns: ['Name', 'Email', 'Merchants', 'Created At'],
    sortedBy: 'Created At',
    rowsOf: (answer) => usersIn(answer as UserPage),
  },
  '/merchants': {
    title: 'Merchant Management',
    path: `/merchants?${PAGE}&includeDeleted=false`,
    filters: <Search label="Search merchants" />,
    columns: ['Merchant Name', 'Website', 'Creator', 'Created At', 'Status'],
    sortedBy: 'Created At',
    rowsOf: (answer) => merchantsIn(answer as MerchantPage),
  },
  '/wallets?type=inbound': {
    title: 'Wallet Management',
    path: `/wallets/inbound?${PAGE}`,
    tabs: (total) => <WalletTabs inbound={total} />,
    filters: (
      <>
        <Search label="Search by address..." />
        <Select label="Network" count={5} />
      </>
    ),
    columns: ['Network', 'Address', 'Created', 'Transactions'],
    rowsOf: (answer) => walletsIn(answer as InboundWallets),
  },
  '/invitations': {
    title: 'Invitation Management',
    path: `/invitations?${PAGE}`,
    action: (
      <button type="button">
        <span className="line">
          <Mark />
          Invite User
        </span>
      </button>
    ),
    filters: <Select label="Status" count={4} />,
    columns: ['Email', 'Status', 'Created At', 'Expires At', 'Actions'],
    rowsOf: (answer) => invitationsIn(answer as InvitationPage),
  },
  '/audit-logs': {
    title: 'Audit Logs',
    path: `/audit-logs?${PAGE}`,
    filters: (
      <>
        <Search label="Actor e-mail" />
        <Search label="Action" />
        <Search label="Resource ID" />
        <Select label="Action category" count={8} />
        <Select label="Resource type" count={9} />
        <Select label="Status" count={4} />
        <Select label="Actor type" count={6} />
        <Select label="Time" count={5} />
      </>
    ),
    columns: ['Action', 'Actor', 'Resource', 'Status', 'Time'],
    noteOn: (answer) => <AuditProof answer={answer as AuditLogPage} />,
    rowsOf: (answer) => auditLogsIn(answer as AuditLogPage),
  },
};

function usersIn({ users, totalCount }: UserPage): Rows {
  return {
    total: totalCount,
    rows: users.map(({ uuid, name, email, merchantCount, createdAt, blockedAt }) => ({
      key: uuid,
      cells: [
        <button key="name" type="button">
          <span className="line">
            <span className="avatar">{name[0]}</span>
            <bdi className="cut">{name}</bdi>
            {blockedAt ? <Status word="Blocked" /> : null}
          </span>
        </button>,
        <Copyable key="email" text={email} />,
        <span key="merchants">
          {merchantCount} <span className="away">merchants</span>
        </span>,
        <Day key="created" instant={createdAt} />,
      ],
    })),
  };
}

function merchantsIn({ merchants, totalCount }: MerchantPage): Rows {
  return {
    total: totalCount,
    rows: merchants.map(({ uuid, name, website, creatorName, creatorEmail, createdAt, deletedAt }) => ({
      key: uuid,
      cells: [
        <bdi key="name" className="cut">
          {name}
        </bdi>,
        <a key="website" className="cut" href={website ?? undefined}>
          {website}
        </a>,
        <span key="creator">
          <bdi className="cut">{creatorName}</bdi>
          <Copyable text={creatorEmail ?? ''} />
        </span>,
        <Day key="created" instant={createdAt} />,
        <Status key="status" word={deletedAt ? 'Deleted' : 'Active'} />,
      ],
    })),
  };
}

function walletsIn({ wallets, pagination }: InboundWallets): Rows {
  return {
    total: pagination.totalCount,
    rows: wallets.map(({ id, address, blockchain, createdAt, transactionCounts }) => ({
      key: id,
      cells: [
        <button key="network" type="button">
          <span className="line">
            <Mark />
            {blockchain}
          </span>
        </button>,
        <span key="address" className="code">
          <Copyable text={`${address.slice(0, 6)}…${address.slice(-4)}`} />
        </span>,
        <Minute key="created" instant={createdAt} />,
        <span key="transactions">
          <span className="small">Mainnet</span> {transactionCounts.mainnet.confirmed}
        </span>,
      ],
    })),
  };
}

function invitationsIn({ invitations, totalCount }: InvitationPage): Rows {
  return {
    total: totalCount,
    rows: invitations.map(({ id, email, status, createdAt, expiresAt }) => ({
      key: id,
      cells: [
        <Copyable key="email" text={email} />,
        <span key="status" className="line">
          <Status word={status} />
          {status === 'pending' && new Date(expiresAt) < new Date() ? <Status word="Expired" /> : null}
        </span>,
        <Day key="created" instant={createdAt} />,
        <Day key="expires" instant={expiresAt} />,
        <button key="actions" type="button" className="copy" aria-label="Actions" />,
      ],
    })),
  };
}

function auditLogsIn({ logs, totalCount }: AuditLogPage): Rows {
  return {
    total: totalCount,
    rows: logs.map(({ id, description, action, actor, resource, status, createdAt }) => ({
      key: id,
      cells: [
        <button key="action" type="button">
          <bdi className="cut">{description}</bdi>
          <bdi className="cut small">{action}</bdi>
        </button>,
        <bdi key="actor" className="cut">
          {actor.email ?? actor.type}
        </bdi>,
        <span key="resource" className="line">
          {resource.type}
          <bdi className="cut">{resource.identifier ?? resource.id}</bdi>
        </span>,
        <Status key="status" word={status} />,
        <Day key="time" instant={createdAt} />,
      ],
    })),
  };
}
