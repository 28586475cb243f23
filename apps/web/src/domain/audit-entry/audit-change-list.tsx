import { LongText } from '../../shared/ui/long-text.tsx';
import type { AuditChange } from './audit-change.ts';

export function AuditChangeList({ changes }: { readonly changes: readonly AuditChange[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {changes.map((change) => (
        <div key={change.field} className="grid gap-0.5 rounded-md bg-surface-sunken px-3 py-2">
          <dt translate="no" className="font-mono text-ink-quiet text-xs [overflow-wrap:anywhere]">
            <bdi>{change.field}</bdi>
          </dt>
          {change.kind === 'before-after' ? (
            <>
              <Value name="Before" text={change.before} />
              <Value name="After" text={change.after} />
            </>
          ) : (
            change.details.map(({ key, value }) => <Value key={key ?? ''} name={key} text={value} />)
          )}
        </div>
      ))}
    </dl>
  );
}

function Value({ name, text }: { readonly name: string | undefined; readonly text: string }) {
  return (
    <dd className="flex gap-2">
      {name === undefined ? null : (
        <bdi className="min-w-12 max-w-2/5 shrink-0 text-ink-quiet [overflow-wrap:anywhere]">{name}</bdi>
      )}
      <LongText text={text} kept />
    </dd>
  );
}
