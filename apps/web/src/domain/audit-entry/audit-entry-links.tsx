import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { AUDIT_FILTERS, MERCHANT, ORDERS } from '@halyard/contract/runtime-settings';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';

const LINK =
  'shrink-0 rounded-sm text-ink-quiet text-sm underline underline-offset-4 hover:text-accent max-md:py-2';

interface AllEntriesProps {
  /** Name of the value that the entries share, such as `IP address`. */
  readonly name: string;
  readonly filter: 'actorEmail' | 'resourceId' | 'requestId' | 'ipAddress' | 'actionPrefix';
  readonly value: string | null;
  readonly label?: string;
}

/** Links to all entries with a value, if the server has these filters. */
export function AllEntries({ name, filter, value, label = 'All entries' }: AllEntriesProps) {
  const { screens } = useRuntimeSettings();
  return value && screens?.includes(AUDIT_FILTERS) ? (
    <Link
      to="/audit-logs"
      search={{ [filter]: value }}
      aria-label={`${label} with this ${name}`}
      className={LINK}
    >
      {label}
    </Link>
  ) : null;
}

/** Links to the record of a resource or an actor, if it has a panel. */
export function RecordLink({ type, id }: Pick<AuditLogEntry['resource'], 'id'> & { readonly type: string }) {
  const { screens } = useRuntimeSettings();
  if (id === null || !screens?.includes(AUDIT_FILTERS)) {
    return null;
  }
  switch (type) {
    case 'user':
      return (
        <Link to="/users" search={{ user: id }} className={LINK}>
          Open user
        </Link>
      );
    case 'wallet':
      return (
        <Link to="/wallets" search={{ wallet: id }} className={LINK}>
          Open wallet
        </Link>
      );
    case 'merchant':
      return screens.includes(MERCHANT) ? (
        <Link to="/merchants" search={{ merchant: id }} className={LINK}>
          Open merchant
        </Link>
      ) : null;
    case 'order':
      return screens.includes(ORDERS) ? (
        <Link to="/orders" search={{ order: id }} className={LINK}>
          Open order
        </Link>
      ) : null;
    default:
      return null;
  }
}
