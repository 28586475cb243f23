import { z } from 'zod';
import { orderFilters } from './admin-orders.ts';
import { transactionFilters } from './admin-transactions.ts';
import { auditFilters } from './audit-logs.ts';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { exceptionFilters } from './exceptions.ts';
import { createdDays, fileContent, networkInput, search } from './fields.ts';
import { INVITATION_STATUSES } from './invitations.ts';
import { USER_STATUSES } from './user-status.ts';
import { LEDGER_VERDICTS, WALLET_TYPES } from './wallets.ts';

const AUDIT_EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** Filters of users and merchants. */
const peopleFilters = {
  search,
  includeDeleted: z.boolean().default(false),
  ...createdDays,
};

export const JSON_LINES = 'application/x-ndjson; charset=utf-8';

/** Lists that can be exported, with their filters. */
export const exportRequest = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('users'),
    ...peopleFilters,
    status: z.enum(USER_STATUSES).optional().describe('Takes precedence over `includeDeleted`.'),
  }),
  z.strictObject({ of: z.literal('merchants'), ...peopleFilters }),
  z.strictObject({ of: z.literal('invitations'), status: z.enum(INVITATION_STATUSES).optional() }),
  z.strictObject({ of: z.literal('orders'), ...orderFilters, testnet: z.boolean().optional() }),
  z.strictObject({ of: z.literal('transactions'), ...transactionFilters, testnet: z.boolean().optional() }),
  z.strictObject({ of: z.literal('exceptions'), ...exceptionFilters }),
  z.strictObject({
    of: z.literal('wallets'),
    type: z.enum(WALLET_TYPES),
    blockchain: networkInput.optional(),
    search,
    ledger: z.enum(LEDGER_VERDICTS).optional(),
  }),
  z.strictObject({
    of: z.literal('audit-logs'),
    format: z
      .enum(AUDIT_EXPORT_FORMATS)
      .default('csv')
      .describe('`jsonl` includes proofs, which scripts/verify-audit-export.mjs verifies.'),
    ...auditFilters,
  }),
]);
export type ExportRequest = z.infer<typeof exportRequest>;

export const exportTicket = z.object({ address: z.string() });
export type ExportTicket = z.infer<typeof exportTicket>;

export const startExport = endpoint({
  name: 'startExport',
  method: 'POST',
  path: `${ADMIN_API}/exports`,
  summary:
    'Prepares the export of a list, as CSV by default. The returned URL serves the file once, within a minute, to this session.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  body: exportRequest,
  answer: exportTicket,
});

export const downloadExport = endpoint({
  name: 'downloadExport',
  method: 'GET',
  path: `${ADMIN_API}/exports/:ticket`,
  summary: 'Downloads a prepared export.',
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ ticket: z.string().regex(/^[\w-]{43}$/) }),
  file: ['text/csv; charset=utf-8', JSON_LINES],
  answer: fileContent,
  errors: ['not_found'],
});
