import { StatusBadge } from '../../shared/ui/status-badge.tsx';

/** Takes the place of an address that the server does not vouch for. */
export function ChangedAddress() {
  return (
    <StatusBadge tone="bad">
      <span className="whitespace-normal">Address altered</span>
    </StatusBadge>
  );
}
