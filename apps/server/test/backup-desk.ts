import { type EnrolledAccount, startEnrolledAccount } from './enrolled-account.ts';
import { type PlantedWallet, plantWallet } from './planted-wallet.ts';
import type { TestAnswer, TestBrowser } from './test-browser.ts';

const STEP_MS = 30_000;

export interface BackupDesk {
  readonly account: EnrolledAccount;
  readonly plant: (options?: Parameters<typeof plantWallet>[1]) => Promise<PlantedWallet>;
  /** Requests a backup with an unused code, in a new session unless one is given. */
  readonly backUp: (wallet: { readonly id: string }, by?: TestBrowser) => Promise<TestAnswer>;
  /** Requests a backup with exactly this code header, or none. */
  readonly ask: (
    wallet: { readonly id: string },
    by: TestBrowser,
    code?: string | string[],
  ) => Promise<TestAnswer>;
  /** Moves the clock on and returns an unused code. */
  readonly freshCode: () => string;
  readonly backupsOf: (wallet: {
    readonly uuid: string;
  }) => Promise<{ readonly count: number; readonly isDated: boolean }>;
}

export async function openBackupDesk(
  ...configuration: Parameters<typeof startEnrolledAccount>
): Promise<BackupDesk> {
  const account = await startEnrolledAccount(...configuration);
  const { test } = account;
  const freshCode = () => {
    test.clock.now += STEP_MS;
    return account.code();
  };
  const ask: BackupDesk['ask'] = async ({ id }, by, code) =>
    await by.get(`/wallets/${id}/backup`, code === undefined ? {} : { headers: { 'x-2fa-code': code } });
  return {
    account,
    plant: async (options) => await plantWallet(test, options),
    ask,
    freshCode,
    backUp: async (wallet, by) => await ask(wallet, by ?? (await account.openSession()), freshCode()),
    backupsOf: async ({ uuid }) => {
      const { backup_count, last_backup_at } = await test.database.reader
        .selectFrom('wallets')
        .select(['backup_count', 'last_backup_at'])
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      return { count: backup_count, isDated: last_backup_at !== null };
    },
  };
}
