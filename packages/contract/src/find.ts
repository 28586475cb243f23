import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { search } from './fields.ts';

/** In the order of results that match equally well. */
export const FIND_KINDS = [
  'user',
  'merchant',
  'order',
  'wallet',
  'invitation',
  'audit_entry',
  'ip_address',
] as const;
export type FindKind = (typeof FIND_KINDS)[number];

export const findResult = z.object({
  kind: z.enum(FIND_KINDS),
  id: z.string(),
  title: z.string().describe('Name, email, order id, address or description.'),
  detail: z.string().nullable(),
  state: z
    .string()
    .nullable()
    .describe('Such as `blocked`, `paid`, `expired` or `address_changed`; null without a notable one.'),
  url: z.string().describe('Path of the dashboard that opens the record.'),
  exact: z.boolean().describe('Whether the text is an identifier of the record.'),
});
export type FindResult = z.infer<typeof findResult>;

export const findResults = z.object({ results: z.array(findResult) });
export type FindResults = z.infer<typeof findResults>;

export const findRecords = endpoint({
  name: 'findRecords',
  method: 'GET',
  path: `${ADMIN_API}/find`,
  summary:
    'Finds records of any kind by an identifier or a part of their name: UUID, email, order id, wallet address, transaction hash, request id, IP address (one result for each actor). At most 20, exact matches first. Text of less than 2 characters finds nothing.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ q: search }),
  answer: findResults,
});
