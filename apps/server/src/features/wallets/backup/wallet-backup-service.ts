import type { CodeStepUp, OpenStepUp, StepUpRefusal } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { AuditInbox } from '../../../infra/audit/inbox/audit-inbox.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { DatabaseLog } from '../../../infra/db/database-log.ts';
import type { ActTrace } from '../../../infra/mail/mail-message.ts';
import type { Metrics } from '../../../infra/metrics.ts';
import type { Outbox } from '../../../infra/outbox/outbox.ts';
import type { Problem } from '../../../infra/problem.ts';
import type { RateLimiter } from '../../../infra/rate-limiter.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { type BackupRefusal, REFUSAL_MESSAGES, refusalProblem } from './backup-refusals.ts';
import { type OpenedKey, type OpeningRefusal, openWalletKey } from './open-wallet-key.ts';
import {
  type BackupAct,
  backupAttempted,
  backupDone,
  backupRefused,
  codeRefused,
} from './wallet-backup-audit.ts';
import { type CountedBackup, countBackup, uncountBackup } from './wallet-backup-limits.ts';
import {
  type FoundWallet,
  findWallet,
  markBackedUp,
  readAdministratorEmails,
  type SealedWallet,
} from './wallet-backup-store.ts';

export interface WalletBackupService {
  /**
   * Commits the attempt before decryption, and the result, mails and count before returning. `id` may be the uuid.
   * @throws Problem `not_found`, `key_not_held`, `rate_limited`, `factor_too_new`, `unavailable`, `integrity_error`, or a code refusal
   */
  readonly backUp: (
    id: string,
    call: StepUpCall,
  ) => Promise<{ readonly wallet: FoundWallet; readonly key: OpenedKey }>;
}

type StepUpCall = Parameters<OpenStepUp>[0];

type EarlyRefusal = Exclude<BackupRefusal, OpeningRefusal | 'factor_too_new'>;

/** A wallet whose key the shown factor does not release yet. */
interface HeldWallet {
  readonly heldUntil: Date;
}

interface StartedBackup {
  readonly wallet: SealedWallet;
  readonly taken: CountedBackup;
}

/** Rolls back the step-up transaction, so that the code can be used again. */
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

/** Withheld attempts that are mailed, per administrator. Each mail goes to all administrators. */
const WITHHELD_MAILS = { calls: 10, windowSeconds: 60 * 60 };

/** Longest that a request waits until its attempt is in the sealed log. */
const LINKED_WITHIN_MS = 5_000;

interface BackupParts {
  readonly stepUp: {
    /** Runs `auditRefusal` in the transaction that records a refused code. */
    readonly openWithHeader: (
      call: StepUpCall,
      auditRefusal: (transaction: DatabaseTransaction, reason: StepUpRefusal) => Promise<void>,
    ) => Promise<CodeStepUp>;
  };
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly keys: KeyWrapper;
  readonly appendAudit: AppendAudit;
  readonly auditInbox: Pick<AuditInbox, 'linkWithin'>;
  readonly outbox: Pick<Outbox, 'enqueueMail'>;
  readonly limiter: Pick<RateLimiter, 'takeWithin' | 'callsOf'>;
  readonly log: Pick<DatabaseLog, 'error'>;
  readonly metrics: Pick<Metrics, 'countWalletBackup' | 'expectWalletBackups'>;
  readonly now: () => number;
}

export function createWalletBackupService(parts: BackupParts): WalletBackupService {
  parts.metrics.expectWalletBackups(['done', ...Object.keys(REFUSAL_MESSAGES)]);
  return {
    async backUp(id, call) {
      const { origin } = call;
      const { administrator } = call.session;
      const stepUp = await parts.stepUp.openWithHeader(call, async (transaction, reason) => {
        const asked = (await findWallet(transaction, id)) ?? { id };
        await parts.appendAudit(transaction, codeRefused({ administrator, wallet: asked, origin }, reason));
      });
      let started: StartedBackup | HeldWallet;
      try {
        started = await startBackup(parts, id, stepUp, { administrator, origin });
      } catch (error) {
        if (!(error instanceof RefusedBeforehand)) throw error;
        const { wallet: refused, refusal, retryAfterSeconds } = error;
        return await refuseBackup(
          parts,
          { administrator, wallet: refused, origin },
          refusal,
          retryAfterSeconds,
        );
      }
      if ('heldUntil' in started) throw heldProblem(parts, started);
      const { wallet, taken } = started;
      try {
        return { wallet, key: await releaseKey(parts, { administrator, wallet, origin }) };
      } catch (error) {
        await uncount(parts, taken);
        throw error;
      }
    },
  };
}

/** @throws RefusedBeforehand; then the code stays valid and nothing is counted */
async function startBackup(
  parts: BackupParts,
  id: string,
  stepUp: CodeStepUp,
  act: Omit<BackupAct, 'wallet'>,
): Promise<StartedBackup | HeldWallet> {
  const { appendAudit } = parts;
  const administratorId = act.administrator.id;
  return await stepUp.transaction(async (transaction) => {
    const wallet = await findWallet(transaction, id);
    if (wallet === undefined) throw new RefusedBeforehand({ id }, 'no_such_wallet');
    const { sealedKey } = wallet;
    if (sealedKey === null) throw new RefusedBeforehand(wallet, 'key_not_held');
    const heldUntil = await stepUp.keyHeldUntil(transaction);
    if (heldUntil !== undefined) {
      await recordHeld(parts, transaction, { ...act, wallet });
      return { heldUntil };
    }
    const taken = await countBackup(parts, transaction, { administratorId, walletId: wallet.id });
    if ('refusal' in taken) throw new RefusedBeforehand(wallet, taken.refusal, taken.retryAfterSeconds);
    await appendAudit(transaction, backupAttempted({ ...act, wallet }));
    return { wallet: { ...wallet, sealedKey }, taken };
  });
}

async function releaseKey(
  parts: BackupParts,
  act: BackupAct & { readonly wallet: SealedWallet },
): Promise<OpenedKey> {
  // A key leaves only once the attempt is in the sealed log.
  await parts.auditInbox.linkWithin(LINKED_WITHIN_MS);
  const key = await openWalletKey(parts.keys, act.wallet);
  if (typeof key === 'string') {
    // Log first, because the log does not need the database.
    parts.log.error(
      { requestId: act.origin.requestId, walletId: act.wallet.id, reason: key },
      "a wallet's private key cannot be released",
    );
    return await refuseBackup(parts, act, key);
  }
  await finishBackup(parts, act);
  return key;
}

/** If this fails, the backup counts for an hour. */
async function uncount({ database, sealedRows }: BackupParts, taken: CountedBackup): Promise<void> {
  await database
    .transaction(async (transaction) => await uncountBackup(sealedRows, transaction, taken))
    .catch(() => undefined);
}

/** Records the attempt, uses up the code, and mails all administrators, because somebody may have taken over the factors. */
async function recordHeld(
  { sealedRows, limiter, appendAudit, outbox, now }: BackupParts,
  transaction: DatabaseTransaction,
  act: BackupAct & { readonly wallet: FoundWallet },
): Promise<void> {
  const { network, address } = act.wallet;
  const verdict = await limiter.takeWithin(
    transaction,
    `withheld key mails:${act.administrator.id}`,
    WITHHELD_MAILS,
  );
  const recipients = verdict.allowed ? await readAdministratorEmails(transaction, sealedRows) : [];
  for (const to of recipients) {
    const mail = { to, by: act.administrator.email, network, address, trace: traceOf(act, now) };
    await outbox.enqueueMail(transaction, { kind: 'wallet_key_withheld', ...mail });
  }
  await appendAudit(transaction, backupRefused(act, 'factor_too_new'));
}

function heldProblem({ metrics, now }: BackupParts, { heldUntil }: HeldWallet): Problem {
  metrics.countWalletBackup('factor_too_new');
  // The clock of the database set the time, so it may be over by this one.
  const seconds = Math.max(1, Math.ceil((heldUntil.getTime() - now()) / 1_000));
  return refusalProblem('factor_too_new', seconds);
}

function traceOf({ origin: { ipAddress, userAgent } }: BackupAct, now: () => number): ActTrace {
  return { at: new Date(now()).toISOString(), ipAddress, userAgent };
}

async function refuseBackup(
  { database, appendAudit, metrics }: BackupParts,
  act: BackupAct,
  refusal: BackupRefusal,
  retryAfterSeconds?: number,
): Promise<never> {
  metrics.countWalletBackup(refusal);
  await database.transaction((transaction) => appendAudit(transaction, backupRefused(act, refusal)));
  throw refusalProblem(refusal, retryAfterSeconds);
}

async function finishBackup(
  { database, sealedRows, appendAudit, outbox, metrics, now }: BackupParts,
  act: BackupAct & { readonly wallet: SealedWallet },
): Promise<void> {
  const { wallet, administrator } = act;
  const { network, address } = wallet;
  const trace = traceOf(act, now);
  await database.transaction(async (transaction) => {
    const count = await markBackedUp(transaction, wallet.id);
    for (const to of await readAdministratorEmails(transaction, sealedRows)) {
      const by = administrator.email;
      await outbox.enqueueMail(transaction, { kind: 'wallet_backed_up', to, by, network, address, trace });
    }
    await appendAudit(transaction, backupDone(act, count));
  });
  metrics.countWalletBackup('done');
}
