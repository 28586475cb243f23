import { parseArgs } from 'node:util';
import { uuid } from '@halyard/contract/fields';
import { FEED_SCOPE, FEED_SCOPES } from '@halyard/contract/platform-feed';
import { z } from 'zod';
import { keyNetwork } from './key-networks.ts';
import type { ServiceKeyService, ServiceKeySummary } from './service-key-service.ts';

const NAME_LENGTH_MAX = 100;

export const SERVICE_KEY_USAGE = [
  'keys create --name <name> [--scopes <scopes>] [--expires <day>] [--from <addresses>]',
  '                            create a key for the platform feed, shown only once',
  'keys list                   list all keys',
  'keys revoke <id>            revoke a key immediately',
];

/** Runs `keys <command>`. Returns false if it failed; the reason was printed. */
export async function runServiceKeyCommand(
  service: ServiceKeyService,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const [command, ...rest] = args;
  switch (command) {
    case 'create':
      return await createKey(service, rest, print);
    case 'list':
      return await listKeys(service, rest, print);
    case 'revoke':
      return await revokeKey(service, rest, print);
    default:
      print('keys: expected create --name <name>, list, or revoke <id>');
      return false;
  }
}

async function createKey(
  service: ServiceKeyService,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const wanted = newKey.safeParse(optionsIn(args));
  if (!wanted.success) {
    print(`keys create: expected ${EXPECTED[String(wanted.error.issues[0]?.path[0])] ?? EXPECTED['name']}`);
    return false;
  }
  const { name, scopes = [FEED_SCOPE], expires: expiresAt, from: networks } = wanted.data;
  const { id, token } = await service.create({ name, scopes, expiresAt, networks });
  print(`id:  ${id}`);
  print(`key: ${token}`);
  print('Save the key now: only its hash is stored, and it cannot be shown again.');
  return true;
}

const list = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');
const DAY_MS = 24 * 60 * 60 * 1_000;

const newKey = z.strictObject({
  name: z.string().trim().min(1).max(NAME_LENGTH_MAX),
  scopes: z
    .string()
    .transform(list)
    .pipe(z.array(z.enum(FEED_SCOPES)).min(1))
    .optional(),
  /** The last day in UTC. */
  expires: z.iso
    .date()
    .transform((day) => new Date(Date.parse(day) + DAY_MS))
    .refine((end) => end.getTime() > Date.now())
    .optional(),
  from: z.string().transform(list).pipe(z.array(keyNetwork).min(1)).optional(),
});

const EXPECTED: Readonly<Record<string, string>> = {
  name: `--name with 1 to ${NAME_LENGTH_MAX} characters`,
  scopes: `--scopes with any of ${FEED_SCOPES.join()}`,
  expires: '--expires with a date that is not in the past, such as 2027-12-31',
  from: '--from with IP addresses or ranges, such as 203.0.113.7,2001:db8::/48',
};

/** Undefined for unknown options. */
function optionsIn(args: readonly string[]): object | undefined {
  try {
    const text = { type: 'string' } as const;
    const options = { name: text, scopes: text, expires: text, from: text };
    return { ...parseArgs({ args: [...args], options }).values };
  } catch {
    return undefined;
  }
}

async function listKeys(
  service: ServiceKeyService,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  if (args.length > 0) {
    print('keys list: takes no arguments');
    return false;
  }
  const keys = await service.list();
  if (keys.length === 0) print('There are no service keys.');
  for (const key of keys) print(describe(key));
  return true;
}

function describe(key: ServiceKeySummary): string {
  const { id, name, scopes, createdAt, lastUsedAt, revokedAt, expiresAt, networks } = key;
  const state =
    revokedAt === null
      ? `last used ${lastUsedAt?.toISOString() ?? 'never'}`
      : `revoked ${revokedAt.toISOString()}`;
  const limits = [
    ...(expiresAt === null ? [] : [`  expires ${expiresAt.toISOString()}`]),
    ...(networks === null ? [] : [`  from ${networks.join()}`]),
  ].join('');
  return `${id}  ${name}  [${scopes.join(' ')}]  created ${createdAt.toISOString()}  ${state}${limits}`;
}

async function revokeKey(
  service: ServiceKeyService,
  [id = '', ...more]: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const revoked = more.length === 0 && uuid.safeParse(id).success && (await service.revoke(id));
  print(
    revoked
      ? `Revoked ${id}.`
      : 'keys revoke: expected the id of an active key. To see all, run npm run admin -- keys list.',
  );
  return revoked;
}
