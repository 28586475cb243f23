import type { Configuration } from '../../config/configuration.ts';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

export interface ExportParts {
  readonly configuration: Pick<Configuration, 'chainUrls' | 'isEvaluation' | 'pricesUrl'>;
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
  readonly masterKeys: MasterKeys;
  readonly now: () => number;
}
