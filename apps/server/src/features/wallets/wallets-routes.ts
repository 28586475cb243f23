import {
  listInboundWallets,
  listOutboundWallets,
  listWalletTransactions,
  readWallet,
} from '@halyard/contract/wallets';
import type { Mount } from '../../http/mount.ts';
import type { InboundWalletsService } from './inbound-wallets-service.ts';
import type { WalletTransactionsService } from './wallet-transactions-service.ts';
import {
  type AddressLinks,
  presentInboundWallets,
  presentOutboundWallets,
  presentWalletDetails,
  presentWalletTransactions,
} from './wallets-presenter.ts';
import type { WalletsService } from './wallets-service.ts';

export function mountWallets(
  mount: Mount,
  {
    wallets,
    inbound,
    transactions,
    ...links
  }: {
    readonly wallets: WalletsService;
    readonly inbound: InboundWalletsService;
    readonly transactions: WalletTransactionsService;
  } & AddressLinks,
): void {
  mount(listOutboundWallets, async ({ query }) =>
    presentOutboundWallets(await wallets.outbound(query.ledger), links),
  );

  mount(listInboundWallets, async ({ query }) => presentInboundWallets(await inbound.list(query), links));

  mount(readWallet, async ({ params }) => presentWalletDetails(await wallets.read(params.id), links));

  mount(listWalletTransactions, async ({ params, query }) =>
    presentWalletTransactions(await transactions.list(params.id, query)),
  );
}
