import { z } from 'zod';
import { PLATFORM_API } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { accessFeed, FEED_READ_SCOPE } from './platform-feed.ts';

/** Kinds of records that the platform can read back. */
export const FED_RECORDS = ['users', 'merchants', 'orders', 'wallets', 'wallet-transactions'] as const;
export type FedRecords = (typeof FED_RECORDS)[number];

/** Fields that a day's checksum covers, in the order of its lines. */
export const CHECKSUM_FIELDS: Readonly<Record<FedRecords, readonly string[]>> = {
  users: ['uuid', 'email', 'name', 'profileImageUrl', 'createdAt', 'deletedAt'],
  merchants: ['uuid', 'userUuid', 'name', 'website', 'createdAt', 'deletedAt'],
  orders: [
    'uuid',
    'merchantUuid',
    'merchantOrderId',
    'status',
    'network',
    'testnet',
    'currency',
    'amount',
    'amountUsd',
    'createdAt',
    'paidAt',
  ],
  wallets: ['uuid', 'network', 'type', 'address', 'createdAt'],
  'wallet-transactions': [
    'uuid',
    'walletUuid',
    'direction',
    'status',
    'type',
    'testnet',
    'hash',
    'currency',
    'amount',
    'amountUsd',
    'networkFee',
    'orderUuid',
    'createdAt',
  ],
};

export const RECORD_DAYS_MAX = 31;

const fedRecords = z.enum(FED_RECORDS);

export const readFedDays = endpoint({
  name: 'readFedDays',
  method: 'GET',
  path: `${PLATFORM_API}/records/:kind`,
  summary: 'Returns counts and checksums of the records of each day, to compare with those of the platform.',
  access: accessFeed(FEED_READ_SCOPE),
  params: z.object({ kind: fedRecords }),
  query: z
    .object({
      from: z.iso.date().describe('First day of creation in UTC.'),
      to: z.iso.date().describe(`Last day, at most ${RECORD_DAYS_MAX - 1} days later.`),
    })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      message: 'Expected a day that is not before `from`',
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < RECORD_DAYS_MAX * 86_400_000, {
      path: ['to'],
      message: `Expected at most ${RECORD_DAYS_MAX} days`,
    }),
  answer: z.object({
    fields: z
      .array(z.string())
      .describe(
        'Each record is a line of these values, joined by tabs. Null is empty, times are like `2026-01-31T12:00:00.000Z`, decimals have no trailing zeros.',
      ),
    days: z.array(
      z.object({
        day: z.iso.date(),
        records: z.int().min(0),
        checksum: z
          .string()
          .describe('SHA-256 of the lines, sorted by uuid and joined by line breaks, in hexadecimal.'),
      }),
    ),
  }),
});

export const readFedRecord = endpoint({
  name: 'readFedRecord',
  method: 'GET',
  path: `${PLATFORM_API}/records/:kind/:id`,
  summary: 'Returns a record as it is stored.',
  access: accessFeed(FEED_READ_SCOPE),
  params: z.object({ kind: fedRecords, id: uuid }),
  answer: z
    .record(z.string(), z.union([z.string(), z.boolean(), z.null()]))
    .describe('Fields as in the batches. A field that is not set is null.'),
  errors: ['not_found'],
});
