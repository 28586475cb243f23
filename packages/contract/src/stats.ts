import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

const count = z.int().min(0);

export const stats = z.object({
  users: z.object({ total: count, active: count, blocked: count }),
  merchants: z.object({ total: count, active: count, deleted: count }),
  invitations: z.object({ pending: count }),
  wallets: z.object({ outbound: count, inbound: count, locked: count }),
  asOf: instant,
});
export type Stats = z.infer<typeof stats>;

export const readStats = endpoint({
  name: 'readStats',
  method: 'GET',
  path: `${ADMIN_API}/stats`,
  summary: 'Returns the number of records of each kind.',
  access: ACCESS_ADMINISTRATOR,
  answer: stats,
});
