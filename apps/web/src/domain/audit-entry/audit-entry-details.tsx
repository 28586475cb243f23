import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { ReactNode } from 'react';
import { formatExactTime, formatUtc } from '../../shared/format/format-date.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { Fact, FactList } from '../../shared/ui/fact-list.tsx';
import { LongText } from '../../shared/ui/long-text.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { type AuditChange, auditChanges, auditValue } from './audit-change.ts';
import { AuditChangeList } from './audit-change-list.tsx';
import { AllEntries, RecordLink } from './audit-entry-links.tsx';
import { ACTOR_TYPE_LABELS, auditLabel, CATEGORY_LABELS, RESOURCE_TYPE_LABELS } from './audit-labels.ts';
import { auditMetadata } from './audit-metadata.ts';
import { AuditStatusBadge } from './audit-status-badge.tsx';
import { auditTitle } from './audit-title.ts';

interface AuditEntryDetailsProps {
  readonly entry: AuditLogEntry;
  readonly time: ReactNode;
}

export function AuditEntryDetails({ entry, time }: AuditEntryDetailsProps) {
  const { reason, error, rest } = auditMetadata(entry);
  return (
    <div className="grid gap-7">
      <EntryHeading entry={entry} time={time} />
      {reason === undefined ? null : <Callout name="Reason" text={auditValue(reason)} />}
      {entry.errorMessage === null ? null : <Callout name="Error Message" text={entry.errorMessage} bad />}
      {error === undefined ? null : <Callout name="Error" text={auditValue(error)} bad />}
      <EntryIdentity entry={entry} />
      <EntryFacts entry={entry} />
      <ChangesSection title="Metadata" changes={rest} />
      <ChangesSection title="Changes" changes={auditChanges(entry.changes)} />
    </div>
  );
}

function EntryHeading({ entry, time }: AuditEntryDetailsProps) {
  const { title, action } = auditTitle(entry);
  return (
    <div className="grid gap-2">
      <p className="font-medium text-base">
        <LongText text={title} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-quiet text-sm">
        <AuditStatusBadge status={entry.status} />
        {action === undefined ? null : (
          <span translate="no" className="min-w-0 font-mono text-xs">
            <LongText text={action} />
          </span>
        )}
        {time}
      </p>
    </div>
  );
}

/** Facts to cite the entry with. */
function EntryIdentity({ entry: { id, sequence, createdAt } }: { readonly entry: AuditLogEntry }) {
  const at = new Date(createdAt);
  const [local, utc] = Number.isNaN(at.getTime()) ? [] : [formatExactTime(at), formatUtc(at)];
  const link = `${location.origin}/audit-logs?entry=${encodeURIComponent(id)}`;
  return (
    <FactList>
      {sequence === undefined ? null : <Fact name="Entry">{formatCount(sequence)}</Fact>}
      {local === utc ? null : (
        <Fact name="Local Time">
          <span translate="no">{local}</span>
        </Fact>
      )}
      <Fact name="UTC">{utc === undefined ? null : <span translate="no">{utc}</span>}</Fact>
      {id === '' ? null : (
        <Fact name="Link">
          <span className="flex min-w-0 items-center gap-1">
            <bdi translate="no" className="break-all font-mono text-sm">
              {link}
            </bdi>
            <CopyIconButton text={link} label="Copy link" className="-my-2" />
          </span>
        </Fact>
      )}
    </FactList>
  );
}

function EntryFacts({ entry }: { readonly entry: AuditLogEntry }) {
  const { actor, resource, requestId, ipAddress, userAgent, occurredAt, serviceKeyId } = entry;
  const actorType = label(ACTOR_TYPE_LABELS, actor.type);
  const prefix = entry.action.slice(0, entry.action.indexOf('.') + 1);
  return (
    <FactList>
      <Fact name="Category">
        {withLinks(
          label(CATEGORY_LABELS, entry.actionCategory),
          <AllEntries
            name="beginning of the action"
            filter="actionPrefix"
            value={prefix}
            label={`All ${prefix}* entries`}
          />,
        )}
      </Fact>
      <Fact name="Actor">
        {actor.email === null
          ? actorType
          : withLinks(
              <LongText text={actor.email} kept />,
              <AllEntries name="actor" filter="actorEmail" value={actor.email} />,
            )}
      </Fact>
      {actor.email === null ? null : <Fact name="Actor Type">{actorType}</Fact>}
      <Fact name="Actor ID">{withLinks(identifier('Actor ID', actor.id), <RecordLink {...actor} />)}</Fact>
      <Fact name="Resource">{label(RESOURCE_TYPE_LABELS, resource.type)}</Fact>
      <Fact name="Identifier">{identifier('Identifier', resource.identifier)}</Fact>
      <Fact name="Resource ID">
        {withLinks(
          identifier('Resource ID', resource.id),
          <>
            <RecordLink {...resource} />
            <AllEntries name="resource" filter="resourceId" value={resource.id} />
          </>,
        )}
      </Fact>
      <Fact name="Request ID">
        {withLinks(
          identifier('Request ID', requestId),
          <AllEntries name="request ID" filter="requestId" value={requestId} />,
        )}
      </Fact>
      <Fact name="IP Address">
        {withLinks(
          ipAddress === null ? null : <LongText text={ipAddress} kept />,
          <AllEntries name="IP address" filter="ipAddress" value={ipAddress} />,
        )}
      </Fact>
      {occurredAt === undefined ? null : (
        <Fact name="Occurred">
          <Timestamp instant={occurredAt} withTime />
        </Fact>
      )}
      {serviceKeyId === undefined ? null : (
        <Fact name="Service Key">{identifier('Service Key', serviceKeyId)}</Fact>
      )}
      <Fact name="User Agent">
        {userAgent === null ? null : (
          <span className="py-1 text-sm">
            <LongText text={userAgent} kept />
          </span>
        )}
      </Fact>
    </FactList>
  );
}

interface ChangesSectionProps {
  readonly title: string;
  readonly changes: readonly AuditChange[];
}

function ChangesSection({ title, changes }: ChangesSectionProps) {
  return changes.length === 0 ? null : (
    <PanelSection title={title}>
      <AuditChangeList changes={changes} />
    </PanelSection>
  );
}

function label(labels: Readonly<Record<string, string>>, value: string): ReactNode {
  return value === '' ? null : <LongText text={auditLabel(labels, value)} />;
}

/** A value and the links that belong to it. Nothing for an unknown value. */
function withLinks(value: ReactNode, links: ReactNode): ReactNode {
  return value === null ? null : (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      {value}
      {links}
    </span>
  );
}

function identifier(name: string, text: string | null): ReactNode {
  return text === null ? null : (
    <span className="flex min-w-0 items-center gap-1">
      <span translate="no" className="min-w-0 font-mono text-sm">
        <LongText text={text} />
      </span>
      <CopyIconButton text={text} label={`Copy ${name}`} className="-my-2" />
    </span>
  );
}

interface CalloutProps {
  readonly name: string;
  readonly text: string;
  readonly bad?: boolean;
}

function Callout({ name, text, bad = false }: CalloutProps) {
  return (
    <div className={`rounded-md px-3.5 py-3 ${bad ? 'bg-bad-soft' : 'bg-surface-sunken'}`}>
      <p className={`text-sm ${bad ? 'text-bad' : 'text-ink-quiet'}`}>{name}</p>
      <p className="mt-0.5">
        <LongText text={text} />
      </p>
    </div>
  );
}
