import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { includeDeleted, instant, pageQuery, search, sortByCreation, totalCount, uuid } from './fields.ts';

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
  query: z.object({ ...pageQuery, search, includeDeleted, sort: sortByCreation }),
  answer: merchantPage,
});
