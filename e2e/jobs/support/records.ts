import type { OrderDetails, OrderPage } from '@halyard/contract/admin-orders';
import type { AuditLogPage } from '@halyard/contract/audit-logs';
import { ADMIN_API } from '@halyard/contract/constants';
import type { User, UserPage } from '@halyard/contract/users';
import type { OutboundWallets, Wallet } from '@halyard/contract/wallets';
import type { Page } from '@playwright/test';

const ORDERS_READ = 40;

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return await (await page.request.get(`${ADMIN_API}${path}`)).json();
}

/** Returns an order of the sample data that fits. */
export async function findOrder(
  page: Page,
  status: 'paid' | 'pending',
  fits: (order: OrderDetails) => boolean = () => true,
): Promise<OrderDetails> {
  const { orders } = await read<OrderPage>(
    page,
    `/orders?status=${status}&testnet=false&limit=${ORDERS_READ}`,
  );
  for (const { uuid } of orders) {
    const order = await read<OrderDetails>(page, `/orders/${uuid}`);
    if (order.user !== null && fits(order)) return order;
  }
  throw new Error(`no ${status} order fits`);
}

/** Returns the newest user at a position who is not blocked. */
export async function findActiveUser(page: Page, position: number): Promise<User> {
  const { users } = await read<UserPage>(page, '/users?limit=100');
  const user = users.filter(({ blockedAt }) => blockedAt === null)[position];
  if (user === undefined) throw new Error('there are too few users');
  return user;
}

export async function findOutboundWallet(page: Page): Promise<Wallet> {
  const { wallets } = await read<OutboundWallets>(page, '/wallets/outbound');
  const wallet = wallets.find(({ blockchain }) => blockchain === 'ETH');
  if (wallet === undefined) throw new Error('there is no outbound wallet');
  return wallet;
}

/** Returns an administrator who acted yesterday, in the time zone of the browser, and from where. */
export async function findActorOfYesterday(
  page: Page,
): Promise<{ readonly actorEmail: string; readonly ipAddress: string }> {
  const today = new Date().setHours(0, 0, 0, 0);
  const range = new URLSearchParams({
    from: new Date(today - 24 * 3_600_000).toISOString(),
    to: new Date(today).toISOString(),
    actorType: 'admin',
    limit: '100',
  });
  const { logs } = await read<AuditLogPage>(page, `/audit-logs?${range}`);
  for (const { actor, ipAddress } of logs) {
    if (actor.email !== null && ipAddress !== null) return { actorEmail: actor.email, ipAddress };
  }
  throw new Error('no administrator acted yesterday');
}
