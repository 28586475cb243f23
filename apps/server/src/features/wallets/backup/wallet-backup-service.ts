import type { Session, StepUp, StepUpRefusal } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { DatabaseLog } from '../../../infra/db/database-log.ts';
import type { Metrics } from '../../../infra/metrics.ts';
import type { Outbox } from '../../../infra/outbox/outbox.ts';
import type { RateLimiter } from '../../../infra/rate-limiter.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import { type BackupRefusal, refusalProblem } from './backup-refusals.ts';
import { type OpenedKey, type OpeningRefusal, openWalletKey } from './open-wallet-key.ts';
import {
  type BackupAct,
  backupAttempted,
  backupDone,
  backupRefused,
  codeRefused,
} from './wallet-backup-audit.ts';
import { takeBackup } from './wallet-backup-limits.ts';
import {
  type FoundWallet,
  findWallet,
  markBackedUp,
  readAdministratorEmails,
  type SealedWallet,
} from './wallet-backup-store.ts';

export interface WalletBackupService {
  /**
   * Opens the private key of a wallet. The attempt is on record, and counted, before the envelope is touched; success,
   * notices to all administrators and the wallet's mark are before the key is returned. Where there is nothing to open,
   * or a limit is reached, the refusal is on record, the code stays good and no limit counts it.
   * @param id of the wallet, or its uuid
   * @throws Problem `not_found`, `key_not_held`, `rate_limited`, `unavailable`, `integrity_error`
   */
  readonly backUp: (
    id: string,
    asked: { readonly session: Session; readonly stepUp: StepUp; readonly origin: RequestOrigin },
  ) => Promise<{ readonly wallet: FoundWallet; readonly key: OpenedKey }>;
  /** Puts on the wallet's record that its key was asked for without a right code. */
  readonly noteRefusedCode: (
    transaction: DatabaseTransaction,
    id: string,
    asked: { readonly session: Session; readonly origin: RequestOrigin; readonly reason: StepUpRefusal },
  ) => Promise<void>;
}

type EarlyRefusal = Exclude<BackupRefusal, OpeningRefusal>;

/** Rolls back what the code was shown for, so that it can be shown again. */
class RefusedBeforehand extends Error {
  readonly wallet: BackupAct['wallet'];
  readonly refusal: EarlyRefusal;
  readonly retryAfterSeconds: number | undefined;

  constructor(wallet: BackupAct['wallet'], refusal: EarlyRefusal, retryAfterSeconds?: number) {
    super(refusal);
    this.wallet = wallet;
    this.refusal = refusal;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function createWalletBackupService(parts: {
  readonly database: Database;
  readonly keys: KeyWrapper;
  readonly appendAudit: AppendAudit;
  readonly outbox: Pick<Outbox, 'enqueueMail'>;
  readonly limiter: Pick<RateLimiter, 'takeWithin'>;
  readonly log: Pick<DatabaseLog, 'error'>;
  readonly metrics: Pick<Metrics, 'countWalletBackup'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): WalletBackupService {
  const { database, keys, appendAudit, outbox, limiter, log, metrics, now } = parts;

  /**
   * Uses the code up, counts the backup, and puts on record what for.
   * @throws RefusedBeforehand, the code still good and nothing counted
   */
  async function begin(id: string, stepUp: StepUp, act: Omit<BackupAct, 'wallet'>): Promise<SealedWallet> {
    const administratorId = act.administrator.id;
    return await stepUp.transaction(async (transaction) => {
      const wallet = await findWallet(transaction, id);
      if (wallet === undefined) throw new RefusedBeforehand({ id }, 'no_such_wallet');
      const { sealedKey } = wallet;
      if (sealedKey === null) throw new RefusedBeforehand(wallet, 'key_not_held');
      const reached = await takeBackup(limiter, transaction, { administratorId, walletId: wallet.id });
      if (reached) throw new RefusedBeforehand(wallet, reached.refusal, reached.retryAfterSeconds);
      await appendAudit(transaction, backupAttempted({ ...act, wallet }));
      return { ...wallet, sealedKey };
    });
  }

  async function refuse(act: BackupAct, refusal: BackupRefusal, retryAfterSeconds?: number): Promise<never> {
    metrics.countWalletBackup(refusal);
    await database.transaction((transaction) => appendAudit(transaction, backupRefused(act, refusal)));
    throw refusalProblem(refusal, retryAfterSeconds);
  }

  async function finish(act: BackupAct & { readonly wallet: SealedWallet }): Promise<void> {
    const { wallet, administrator, origin } = act;
    const { network, address } = wallet;
    const { ipAddress, userAgent } = origin;
    const trace = { at: new Date(now()).toISOString(), ipAddress, userAgent };
    await database.transaction(async (transaction) => {
      const count = await markBackedUp(transaction, wallet.id);
      for (const to of await readAdministratorEmails(transaction)) {
        const by = administrator.email;
        await outbox.enqueueMail(transaction, { kind: 'wallet_backed_up', to, by, network, address, trace });
      }
      await appendAudit(transaction, backupDone(act, count));
    });
    metrics.countWalletBackup('done');
  }

  return {
    async backUp(id, { session: { administrator }, stepUp, origin }) {
      let wallet: SealedWallet;
      try {
        wallet = await begin(id, stepUp, { administrator, origin });
      } catch (error) {
        if (!(error instanceof RefusedBeforehand)) throw error;
        const { wallet: refused, refusal, retryAfterSeconds } = error;
        return await refuse({ administrator, wallet: refused, origin }, refusal, retryAfterSeconds);
      }
      const act = { administrator, wallet, origin };
      const key = await openWalletKey(keys, wallet);
      if (typeof key === 'string') {
        // First the alarm, which needs no database.
        log.error(
          { requestId: origin.requestId, walletId: wallet.id, reason: key },
          "a wallet's private key cannot be handed out",
        );
        return await refuse(act, key);
      }
      await finish(act);
      return { wallet, key };
    },

    async noteRefusedCode(transaction, id, { session: { administrator }, origin, reason }) {
      const wallet = (await findWallet(transaction, id)) ?? { id };
      await appendAudit(transaction, codeRefused({ administrator, wallet, origin }, reason));
    },
  };
}
