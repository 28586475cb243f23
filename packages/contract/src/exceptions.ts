import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { EXCEPTION_KINDS, EXCEPTION_SORTS, EXCEPTION_STATES } from './exception-kinds.ts';
import { instant, pageQuery, reasonText, totalCount, uuid } from './fields.ts';
import { NETWORKS } from './networks.ts';
import { walletId } from './wallets.ts';

const decimal = z.string();

export const exception = z.object({
  id: uuid,
  kind: z.enum(EXCEPTION_KINDS),
  state: z.enum(EXCEPTION_STATES),
  openedAt: instant.describe('When the condition became true.'),
  closedAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  reason: z.string().nullable().describe('Of the administrator who resolved it.'),
  orderUuid: uuid.nullable(),
  merchantOrderId: z.string().nullable(),
  merchant: z.object({ uuid, name: z.string() }).nullable(),
  transactionId: uuid.nullable(),
  walletId: z.string().nullable().describe('Of an order, the wallet of its newest payment, in any asset.'),
  network: z
    .enum(NETWORKS)
    .nullable()
    .describe("The order's, or the wallet's if a transaction is named or there is no order."),
  currency: z.string(),
  expected: decimal,
  received: decimal.describe('Confirmed payments minus refunds; of a wallet, its balance on the chain.'),
  amountUsd: decimal.nullable().describe('At stake; null if the price is not known.'),
  unconfirmed: z
    .object({ payments: z.int().min(1), amount: decimal })
    .optional()
    .describe("Payments of a stuck order, in the order's asset, that are not confirmed yet."),
  etag: z.string().describe('Version of the amounts. Send it as `If-Match` with a decision about them.'),
});
export type Exception = z.infer<typeof exception>;

export const exceptionPage = z.object({
  exceptions: z.array(exception),
  totalCount,
  openByKind: z
    .record(z.enum(EXCEPTION_KINDS), z.int().min(0))
    .describe('Of the merchant, user or wallet asked for.'),
  openUsd: decimal.describe(
    'What all of these open exceptions have at stake, as far as prices are known. Kinds of one order are about the same money: the order counts once, with the largest.',
  ),
});
export type ExceptionPage = z.infer<typeof exceptionPage>;

export const exceptionFilters = {
  kind: z.enum(EXCEPTION_KINDS).optional(),
  state: z.enum(EXCEPTION_STATES).optional(),
  merchantUuid: uuid.optional(),
  userUuid: uuid.optional().describe("Of this user's merchants."),
  walletId: walletId.optional(),
  orderUuid: uuid.optional(),
};

export const listExceptions = endpoint({
  name: 'listExceptions',
  method: 'GET',
  path: `${ADMIN_API}/exceptions`,
  summary: 'Lists disagreements between orders or wallets and the money, newest first by default.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    ...exceptionFilters,
    sort: z.enum(EXCEPTION_SORTS).default('newest'),
  }),
  answer: exceptionPage,
});

const exceptionId = z.object({ id: uuid });

export const resolveException = endpoint({
  name: 'resolveException',
  method: 'POST',
  path: `${ADMIN_API}/exceptions/:id/resolve`,
  summary: 'Resolves an open exception. It opens again if the money changes.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: exceptionId,
  body: z.strictObject({ reason: reasonText }),
  versioned: true,
  errors: ['not_found', 'changed_meanwhile'],
});

export const reopenException = endpoint({
  name: 'reopenException',
  method: 'POST',
  path: `${ADMIN_API}/exceptions/:id/reopen`,
  summary: 'Opens a resolved exception again.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: exceptionId,
  body: z.strictObject({ reason: reasonText }),
  versioned: true,
  errors: ['not_found', 'changed_meanwhile'],
});
