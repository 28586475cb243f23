import { parseArgs } from 'node:util';
import { uuid } from '@halyard/contract/fields';
import { FEED_SCOPE } from '@halyard/contract/platform-feed';
import type { ServiceKeyService, ServiceKeySummary } from './service-key-service.ts';

const NAME_LENGTH_MAX = 100;

export const SERVICE_KEY_USAGE = [
  'keys create --name <name>   create a key for the platform feed, shown only once',
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
  const name = nameIn(args);
  if (name === undefined || name === '' || name.length > NAME_LENGTH_MAX) {
    print(`keys create: expected --name with 1 to ${NAME_LENGTH_MAX} characters`);
    return false;
  }
  const { id, token } = await service.create({ name, scopes: [FEED_SCOPE] });
  print(`id:  ${id}`);
  print(`key: ${token}`);
  print('Save the key now: only its hash is stored, and it cannot be shown again.');
  return true;
}

function nameIn(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { name: { type: 'string' } } }).values.name?.trim();
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

function describe({ id, name, scopes, createdAt, lastUsedAt, revokedAt }: ServiceKeySummary): string {
  const state =
    revokedAt === null
      ? `last used ${lastUsedAt?.toISOString() ?? 'never'}`
      : `revoked ${revokedAt.toISOString()}`;
  return `${id}  ${name}  [${scopes.join(' ')}]  created ${createdAt.toISOString()}  ${state}`;
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
