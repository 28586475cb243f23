import { spawnSync } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { StartupError } from '../startup-error.ts';

/** Account that runs PostgreSQL, which refuses root. `namespace` can still enter root's directories. */
export type PostgresAccount =
  | { readonly kind: 'own'; readonly uid: number }
  | { readonly kind: 'namespace'; readonly uid: number }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

interface PostgresCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly uid?: number;
    readonly gid?: number;
  };
}

const NOBODY = 65_534;

/** Excludes our environment, which contains secrets and may contain PG* variables. */
const PLAIN_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const ENTER_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

/** Chooses our own account. For root: the owner of the cluster, else a user namespace, else nobody. */
export async function choosePostgresAccount(clusterDir: string): Promise<PostgresAccount> {
  const ownUid = process.getuid?.() ?? 0;
  if (ownUid !== 0) return { kind: 'own', uid: ownUid };

  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { kind: 'user', uid: cluster.uid, gid: cluster.gid };
  if (succeeds([...ENTER_NAMESPACE, 'true'])) return { kind: 'namespace', uid: 0 };
  if (cluster) {
    throw new StartupError(
      `The database in ${clusterDir} belongs to root, and PostgreSQL does not run as root: allow user namespaces, or "chown -R" the directory to another user.`,
    );
  }
  return { kind: 'user', uid: NOBODY, gid: NOBODY };
}

/** Returns the command for `program`. `parentDeathSignal` is sent if this process is killed; needs util-linux. */
export function runOnBehalfOf(
  account: PostgresAccount,
  program: readonly string[],
  parentDeathSignal?: 'INT' | 'KILL',
): PostgresCommand {
  const wrapped = [
    ...(account.kind === 'namespace' ? ENTER_NAMESPACE : []),
    ...(parentDeathSignal && hasSetpriv() ? ['setpriv', '--pdeathsig', parentDeathSignal] : []),
    ...program,
  ];
  const [command = '', ...args] = wrapped;
  const identity = account.kind === 'user' ? { uid: account.uid, gid: account.gid } : {};
  return { command, args, options: { cwd: '/', env: PLAIN_ENVIRONMENT, ...identity } };
}

export async function giveTo(account: PostgresAccount, directory: string): Promise<void> {
  if (account.kind === 'user') await chown(directory, account.uid, account.gid);
}

/** Throws StartupError unless the account can write (`w`) or enter or execute (`x`) the path. */
export function requireAccess(account: PostgresAccount, access: 'w' | 'x', path: string): void {
  const { command, args, options } = runOnBehalfOf(account, ['test', `-${access}`, path]);
  if (spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0) return;
  const cannot = `cannot ${access === 'w' ? 'write to' : 'access'} ${path}`;
  throw new StartupError(
    account.kind === 'user'
      ? `PostgreSQL runs as user ${account.uid}, which ${cannot}: give access, start as a user other than root, or set DATABASE_URL to a server of your own.`
      : `This user ${cannot}: start as the user who owns it, or choose another DATA_DIR.`,
  );
}

let setprivWorks: boolean | undefined;

function hasSetpriv(): boolean {
  setprivWorks ??= process.platform === 'linux' && succeeds(['setpriv', '--pdeathsig', 'KILL', 'true']);
  return setprivWorks;
}

function succeeds([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', env: PLAIN_ENVIRONMENT }).status === 0;
}
