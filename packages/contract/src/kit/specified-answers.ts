import { z } from 'zod';

/** Decimals may be text or numbers, because the specification leaves it open. */
const amount = z.union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()]);
const totalCount = z.int().min(0);
const record = z.looseObject({});
const list = <Name extends string>(name: Name) =>
  z.looseObject({ [name]: z.array(record), totalCount } as Record<Name, z.ZodArray> & {
    totalCount: typeof totalCount;
  });

/** What the specification states about each successful answer (section 7). More fields are allowed. */
export const SPECIFIED_ANSWERS = {
  signIn: z.looseObject({ requires2FA: z.boolean() }),
  me: z.looseObject({ email: z.string().min(1), uuid: z.string().min(1) }),
  twoFactorStatus: z.looseObject({ enabled: z.literal(true) }),
  overview: record,
  stats: record,
  auditLogs: list('logs'),
  userAuditLogs: z.union([z.looseObject({ logs: z.array(record) }), z.array(record)]),
  users: list('users'),
  user: record,
  userSettings: z.looseObject({ serviceFeeRate: z.number(), maxMerchants: z.int().min(-1) }),
  userMerchants: z.array(record),
  invitations: list('invitations'),
  merchants: list('merchants'),
  outboundWallets: z.looseObject({ wallets: z.array(record), totalValueUsd: amount.nullable() }),
  inboundWallets: z.looseObject({
    wallets: z.array(record),
    pagination: z.looseObject({ totalCount }),
  }),
  wallet: record,
  walletTransactions: z.looseObject({
    transactions: z.array(record),
    pagination: z.looseObject({ totalCount }),
  }),
} as const;

/** What it states about refusals (section 8). */
export const SPECIFIED_REFUSALS = {
  anything: z.looseObject({}),
  invalidInput: z.looseObject({ message: z.string(), errors: z.array(z.unknown()).min(1) }),
  needsCode: z
    .looseObject({ status: z.unknown(), error: z.unknown() })
    .partial()
    .refine(({ status, error }) => [status, error].includes('2fa_verification_required'), {
      message: 'neither status nor error is 2fa_verification_required',
    }),
} as const;
