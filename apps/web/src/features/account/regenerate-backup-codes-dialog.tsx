import type { NewBackupCodes } from '@halyard/contract/account';
import { BACKUP_CODE_COUNT } from '@halyard/contract/constants';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { CodeDialog } from '../../domain/step-up/code-dialog.tsx';
import { type CodeProblem, codeProblem } from '../../domain/step-up/code-problem.ts';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';

/** Replaces the backup codes. Only this component holds the new ones (W9). */
export function RegenerateBackupCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const [codes, setCodes] = useState<readonly string[]>();

  async function regenerate(code: string): Promise<CodeProblem | undefined> {
    try {
      const { backupCodes } = await api.post('/auth/2fa/backup-codes', {
        body: { code },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_code'],
        accepts: isNewBackupCodes,
      });
      setCodes(backupCodes);
    } catch (error) {
      return codeProblem(error, 'Failed to regenerate backup codes');
    }
    toast.success('Backup codes regenerated');
    return undefined;
  }

  if (codes) {
    return <BackupCodesDialog codes={codes} onClose={onClose} />;
  }
  return (
    <CodeDialog
      title="Regenerate backup codes"
      description={`You'll get ${BACKUP_CODE_COUNT} new codes. Your current codes will stop working.`}
      submitLabel="Regenerate"
      onCode={regenerate}
      onClose={onClose}
    />
  );
}

function isNewBackupCodes(body: unknown): boolean {
  return Array.isArray(fieldsOf<NewBackupCodes>(body).backupCodes);
}
