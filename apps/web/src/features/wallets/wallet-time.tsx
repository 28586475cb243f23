import { Timestamp } from '../../shared/ui/timestamp.tsx';

/** Local time as `2026-03-03 15:04`, with UTC in a tooltip (specification, section 9, "Relative time"). */
export function WalletTime({ instant }: { readonly instant: string }) {
  return <Timestamp instant={instant} withTime />;
}
