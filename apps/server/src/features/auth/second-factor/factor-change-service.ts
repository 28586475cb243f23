import type { NewBackupCodes } from '@halyard/contract/account';
import type { Session } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import { newBackupCodes } from '../../../infra/crypto/backup-codes.ts';
import { newSalt, type PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { twoFactorAct } from '../auth-audit.ts';
import { endSessionsWithAudit } from '../sessions/session-ending.ts';
import { removeFactors, replaceBackupCodes } from './factor-store.ts';
import type { StepUpService } from './step-up-service.ts';

export interface FactorChangeService {
  /** Also ends all sessions of the administrator. @throws Problem `invalid_code` */
  readonly disable: (session: Session, code: string, origin: RequestOrigin) => Promise<void>;
  readonly regenerateBackupCodes: (
    session: Session,
    code: string,
    origin: RequestOrigin,
  ) => Promise<NewBackupCodes>;
}

export function createFactorChangeService(parts: {
  readonly stepUp: StepUpService;
  readonly sealedRows: SealedRows;
  readonly passwords: PasswordHasher;
  readonly appendAudit: AppendAudit;
  readonly notify: NotifyAdministrator;
}): FactorChangeService {
  const { stepUp, sealedRows, passwords, appendAudit, notify } = parts;
  return {
    async disable(session, code, origin) {
      const { administrator } = session;
      const confirmed = await stepUp.openWithCode(session, code, origin);
      await confirmed.transaction(async (transaction) => {
        await removeFactors(transaction, sealedRows, administrator.id);
        const reason = 'two-factor authentication disabled';
        await endSessionsWithAudit(transaction, parts, { administrator, reason, origin });
        await notify(transaction, administrator, { kind: 'two_factor_disabled' }, origin);
        await appendAudit(
          transaction,
          twoFactorAct(administrator, origin, {
            action: 'two_factor.disable',
            description: 'Two-factor authentication disabled',
            status: 'success',
          }),
        );
      });
    },

    async regenerateBackupCodes(session, code, origin) {
      const { administrator } = session;
      const confirmed = await stepUp.openWithCode(session, code, origin);
      const backupCodes = newBackupCodes();
      const salt = newSalt();
      const hashes = await Promise.all(backupCodes.map((text) => passwords.derive(text, salt)));
      await confirmed.transaction(async (transaction) => {
        await replaceBackupCodes(transaction, sealedRows, administrator.id, salt, hashes);
        await notify(transaction, administrator, { kind: 'backup_codes_replaced' }, origin);
        await appendAudit(
          transaction,
          twoFactorAct(administrator, origin, {
            action: 'two_factor.backup_codes',
            description: 'Backup codes regenerated',
            status: 'success',
          }),
        );
      });
      return { backupCodes };
    },
  };
}
