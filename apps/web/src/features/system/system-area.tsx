import { useId } from 'react';
import { CommandLine } from '../../domain/getting-started/command-line.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import type { ParsedCheck, ParsedFact } from './parse-system.ts';
import { STATE_LABELS } from './system-labels.ts';

interface SystemAreaProps {
  readonly title: string;
  readonly checks: readonly ParsedCheck[];
}

export function SystemArea({ title, checks }: SystemAreaProps) {
  return (
    <Card title={title}>
      <ul className="mt-1 grid">
        {checks.map((check, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two keys can have the same name
          <CheckItem key={position} check={check} />
        ))}
      </ul>
    </Card>
  );
}

function CheckItem({ check }: { readonly check: ParsedCheck }) {
  const { name, state, facts, advice, command } = check;
  const nameId = useId();
  const { label, tone } = STATE_LABELS[state];
  return (
    <li aria-labelledby={nameId} className="grid min-w-0 gap-2 border-line py-3 not-first:border-t last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={nameId} className="min-w-0 font-medium text-base [overflow-wrap:anywhere]">
          {name}
        </h3>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      {facts.length > 0 ? (
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
          {facts.map((fact) => (
            <FactRow key={fact.label} fact={fact} />
          ))}
        </dl>
      ) : null}
      {state === 'ok' ? null : (
        <div
          className={`grid min-w-0 gap-2 rounded-md px-3 py-2 text-sm ${state === 'failed' ? 'bg-bad-soft' : 'bg-warn-soft'}`}
        >
          <p className="[overflow-wrap:anywhere]">{advice ?? 'Ask a server operator to look into this.'}</p>
          {command === null ? null : <CommandLine command={command} />}
        </div>
      )}
    </li>
  );
}

function FactRow({ fact: { label, text, at } }: { readonly fact: ParsedFact }) {
  return (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere] max-sm:mb-1">
        {at === null ? (text ?? '—') : <Timestamp instant={at} aged />}
      </dd>
    </>
  );
}
