import { z } from 'zod';
import { auditEntry } from './audit-logs.ts';
import { ADMIN_API, LIMIT_MAX } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);
const sequence = z.int().min(0);
const signature = z.string().regex(/^[\da-f]{128}$/);

/** Bytes are in lower-case hexadecimal; how they come about is in docs/decisions/0009. */
export const auditSeal = z.object({
  size: z.int().min(1).describe('How many entries there were: the number of the last.'),
  root: hash.describe('Of the hash tree (RFC 6962) over the hashes of all of them.'),
  hash: hash.describe('Of the last entry.'),
  sealedAt: instant,
  keyId: z.string(),
  signature: signature.describe('Ed25519.'),
});

export const auditSealKey = z.object({
  id: z.string(),
  publicKey: hash,
  previousKeyId: z.string().nullable().describe('The key that it followed; null for the first.'),
  endorsement: signature.nullable().describe('The signature of the key before over this one.'),
});

const sealed = {
  seal: auditSeal.nullable().describe('Of the newest state that can be proved; null in an empty log.'),
  keys: z.array(auditSealKey),
  newest: sequence.describe('The number of the newest entry; 0 where there is none.'),
  oldest: sequence.describe('The number of the oldest entry that is kept.'),
};

export const readAuditSeal = endpoint({
  name: 'readAuditSeal',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs/seal`,
  summary: 'The sealed state of the audit log, and the keys that seals are checked with.',
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
    .describe('What is beside its way to the root, its neighbour first; null where it came after the seal.'),
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
        keptHash: hash.nullable().describe('As the entry behind it holds it; null where there is none.'),
      }),
    )
    .describe('Of those that were asked about and exist.'),
  drop: z
    .object({ ...place, entry: auditEntry })
    .nullable()
    .describe(
      'The entry that says that those before `oldest` were dropped by age; null where there is none.',
    ),
  consistency: z
    .array(hash)
    .nullable()
    .describe('That the sealed log only adds to that of the size in `since`; null where it cannot be said.'),
  alarm: z
    .object({ sequence, reason: z.string(), foundAt: instant })
    .nullable()
    .describe('The first entry that the product itself has found to be another than was written, or gone.'),
});

export const readAuditProof = endpoint({
  name: 'readAuditProof',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs/proof`,
  summary: 'What proves entries to be in the audit log as they are, to a reader who trusts no one.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ids: z
      .string()
      .regex(IDS, `Expected at most ${LIMIT_MAX} ids`)
      .optional()
      .describe('Of entries, separated by commas.'),
    since: z
      .string()
      .regex(/^(0|[1-9]\d{0,14})$/, 'Expected a whole number')
      .transform(Number)
      .default(0)
      .describe('The size of the sealed log that the reader saw last.')
      .meta({ override: { type: 'integer', minimum: 0, default: 0 } }),
  }),
  answer: auditPageProof,
});
