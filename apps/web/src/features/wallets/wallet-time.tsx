import { relativeTime } from '../../shared/format/relative-time.ts';
import { useNow } from '../../shared/lib/use-now.ts';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

const DAY_MS = 24 * 60 * 60_000;

interface WalletTimeProps {
  readonly instant: string;
  /** Appends `, 4m ago` during the first day. */
  readonly withAge?: boolean;
}

/** Local time as `2026-03-03 15:04`, with UTC in a tooltip (specification, section 9, "Relative time"). */
export function WalletTime({ instant, withAge = false }: WalletTimeProps) {
  return (
    <>
      <Timestamp instant={instant} withTime />
      {withAge ? <Age of={instant} /> : null}
    </>
  );
}

function Age({ of }: { readonly of: string }) {
  return <span>{useNow((now) => ageOf(of, now))}</span>;
}

function ageOf(instant: string, now: Date): string {
  const age = now.getTime() - Date.parse(instant);
  return age < DAY_MS ? `, ${relativeTime(new Date(instant), now).replace('Just', 'just')}` : '';
}
