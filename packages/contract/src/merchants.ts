import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import {
  createdDays,
  includeDeleted,
  instant,
  pageQuery,
  search,
  sortByCreation,
  totalCount,
  uuid,
} from './fields.ts';

export const merchant = z.object({
  uuid,
  name: z.string(),
  website: z.string().nullable(),
  creatorName: z.string().nullable(),
  creatorEmail: z.string().nullable(),
  createdAt: instant,
  deletedAt: instant.nullable(),
});
export type Merchant = z.infer<typeof merchant>;

export const merchantPage = z.object({ merchants: z.array(merchant), totalCount });
export type MerchantPage = z.infer<typeof merchantPage>;

export const listMerchants = endpoint({
  name: 'listMerchants',
  method: 'GET',
  path: `${ADMIN_API}/merchants`,
  summary: "Lists merchants, newest first by default. Searches names and creators' emails.",
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ ...pageQuery, search, includeDeleted, ...createdDays, sort: sortByCreation }),
  answer: merchantPage,
});

const count = z.int().min(0);

export const merchantDetails = z.object({
  ...merchant.shape,
  owner: z
    .object({ uuid, email: z.string() })
    .nullable()
    .describe('The user who created it. Null if the platform does not know.'),
  orders: z
    .object({ total: count, paid: count, pending: count, expired: count, cancelled: count })
    .describe('Number of orders, including those on test networks.'),
  revenueUsd: z.string().describe('Service fees of paid mainnet orders, unrounded: `12345.675`.'),
});
export type MerchantDetails = z.infer<typeof merchantDetails>;

export const readMerchant = endpoint({
  name: 'readMerchant',
  method: 'GET',
  path: `${ADMIN_API}/merchants/:id`,
  summary: 'Returns a merchant, even if deleted, with its owner, orders and revenue.',
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ id: uuid }),
  answer: merchantDetails,
  errors: ['not_found'],
});
