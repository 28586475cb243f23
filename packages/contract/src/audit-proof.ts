import { z } from 'zod';
import { auditEntry } from './audit-logs.ts';
import { ADMIN_API, LIMIT_MAX } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);
const sequence = z.int().min(0);
const signature = z.string().regex(/^[\da-f]{128}$/);

/** Bytes are lower-case hexadecimal. The hashes are defined in docs/decisions/0009. */
export const auditSeal = z.object({
  size: z.int().min(1).describe('Number of entries.'),
  root: hash.describe('Root of the hash tree (RFC 6962) over the hashes of all entries.'),
  hash: hash.describe('Hash of the last entry.'),
  sealedAt: instant,
  keyId: z.string(),
  signature: signature.describe('Ed25519.'),
});

export const auditSealKey = z.object({
  id: z.string(),
  publicKey: hash,
  previousKeyId: z.string().nullable().describe('Key that this one replaced; null for the first key.'),
  endorsement: signature.nullable().describe('Signature of the previous key over this one.'),
});

const sealed = {
  seal: auditSeal.nullable().describe('Seal of the newest entry; null if the log is empty.'),
  keys: z.array(auditSealKey),
  newest: sequence.describe('Number of the newest entry; 0 if the log is empty.'),
  oldest: sequence.describe('Number of the oldest stored entry.'),
  waiting: sequence
    .optional()
    .describe(
      'Number of entries of committed acts that are not linked to the log yet, usually for less than 0.1 s.',
    ),
};

export const readAuditSeal = endpoint({
  name: 'readAuditSeal',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs/seal`,
  summary: 'Returns the newest seal of the audit log and the keys that verify seals.',
  access: ACCESS_ADMINISTRATOR,
  answer: z.object(sealed),
});

const place = {
  sequence,
  previousHash: hash,
  hash,
  path: z
    .array(hash)
    .nullable()
    .describe('Sibling hashes from the leaf to the root; null if the entry is newer than the seal.'),
};

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const IDS = new RegExp(`^${ID}(?:,${ID}){0,${LIMIT_MAX - 1}}$`);

export const auditPageProof = z.object({
  ...sealed,
  entries: z
    .array(
      z.object({
        id: z.string(),
        ...place,
        keptHash: hash
          .nullable()
          .describe('Hash of this entry as stored in the next entry; null for the newest.'),
      }),
    )
    .describe('The requested entries that exist.'),
  drop: z
    .object({ ...place, entry: auditEntry })
    .nullable()
    .describe('The entry that recorded the removal of entries before `oldest`; null if none was removed.'),
  consistency: z
    .array(hash)
    .nullable()
    .describe('Proves that the sealed log extends the log of size `since`; null if that cannot be proved.'),
  alarm: z
    .object({ sequence, reason: z.string(), foundAt: instant })
    .nullable()
    .describe('First entry that the server found altered or missing; null if none.'),
});

export const readAuditProof = endpoint({
  name: 'readAuditProof',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs/proof`,
  summary: 'Proves that entries are in the sealed audit log. Clients can verify the proof themselves.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ids: z
      .string()
      .regex(IDS, `Expected at most ${LIMIT_MAX} ids`)
      .optional()
      .describe('Comma-separated entry ids.'),
    since: z
      .string()
      .regex(/^(0|[1-9]\d{0,14})$/, 'Expected a whole number')
      .transform(Number)
      .default(0)
      .describe('Size of the sealed log that the client verified last.')
      .meta({ override: { type: 'integer', minimum: 0, default: 0 } }),
  }),
  answer: auditPageProof,
});
