import { ShieldAlert } from 'lucide-react';

/** Takes the place of an address that the server does not vouch for. */
export function ChangedAddress() {
  return (
    <span
      title="The stored address was changed outside the product. Do not send money to this wallet."
      className="inline-flex min-w-0 items-center gap-1.5 text-bad text-sm"
    >
      <ShieldAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">Address was changed</span>
    </span>
  );
}
