import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';

/** Dependencies of exports. */
export interface ExportParts {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  readonly masterKeys: MasterKeys;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}
