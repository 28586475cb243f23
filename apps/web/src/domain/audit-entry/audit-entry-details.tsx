import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { ReactNode } from 'react';
import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { Fact, FactList } from '../../shared/ui/fact-list.tsx';
import { LongText } from '../../shared/ui/long-text.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { auditChanges, auditValue } from './audit-change.ts';
import { AuditChangeList } from './audit-change-list.tsx';
import { auditMetadata } from './audit-metadata.ts';
import { AuditStatusBadge } from './audit-status-badge.tsx';
import { auditTitle } from './audit-title.ts';
import { ACTOR_TYPE_WORDS, auditWord, CATEGORY_WORDS, RESOURCE_TYPE_WORDS } from './audit-words.ts';

interface AuditEntryDetailsProps {
  readonly entry: AuditLogEntry;
  /** Its time, as the screen shows times. */
  readonly time: ReactNode;
}

/** Everything that an entry says. Whatever is in it is text. */
export function AuditEntryDetails({ entry, time }: AuditEntryDetailsProps) {
  const {
    actionCategory,
    status,
    actor,
    resource,
    requestId,
    ipAddress,
    userAgent,
    occurredAt,
    serviceKeyId,
  } = entry;
  const { title, action } = auditTitle(entry);
  const { reason, error, rest } = auditMetadata(entry);
  const changes = auditChanges(entry.changes);
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <p className="font-medium text-base">
          <LongText text={title} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-quiet text-sm">
          <AuditStatusBadge status={status} />
          {action === undefined ? null : (
            <span className="min-w-0 font-mono text-xs">
              <LongText text={action} />
            </span>
          )}
          {time}
        </p>
      </div>
      {reason === undefined ? null : <SetOff name="Reason" text={auditValue(reason)} />}
      {entry.errorMessage === null ? null : <SetOff name="Error Message" text={entry.errorMessage} bad />}
      {error === undefined ? null : <SetOff name="Error" text={auditValue(error)} bad />}
      <FactList>
        <Fact name="Category">{inWords(CATEGORY_WORDS, actionCategory)}</Fact>
        <Fact name="Actor">
          {actor.email === null ? inWords(ACTOR_TYPE_WORDS, actor.type) : <LongText text={actor.email} />}
        </Fact>
        {actor.email === null ? null : <Fact name="Actor Type">{inWords(ACTOR_TYPE_WORDS, actor.type)}</Fact>}
        <Fact name="Actor ID">{identifier('Actor ID', actor.id)}</Fact>
        <Fact name="Resource">{inWords(RESOURCE_TYPE_WORDS, resource.type)}</Fact>
        <Fact name="Identifier">{identifier('Identifier', resource.identifier)}</Fact>
        <Fact name="Resource ID">{identifier('Resource ID', resource.id)}</Fact>
        <Fact name="Request ID">{identifier('Request ID', requestId)}</Fact>
        <Fact name="IP Address">{ipAddress === null ? null : <LongText text={ipAddress} />}</Fact>
        {occurredAt === undefined ? null : (
          <Fact name="Occurred">
            <Timestamp instant={occurredAt} />
          </Fact>
        )}
        {serviceKeyId === undefined ? null : (
          <Fact name="Service Key">{identifier('Service Key', serviceKeyId)}</Fact>
        )}
        <Fact name="User Agent">
          {userAgent === null ? null : (
            <span className="py-1 text-sm">
              <LongText text={userAgent} />
            </span>
          )}
        </Fact>
      </FactList>
      {rest.length > 0 ? (
        <PanelSection title="Metadata">
          <AuditChangeList changes={rest} />
        </PanelSection>
      ) : null}
      {changes.length > 0 ? (
        <PanelSection title="Changes">
          <AuditChangeList changes={changes} />
        </PanelSection>
      ) : null}
    </div>
  );
}

function inWords(words: Readonly<Record<string, string>>, value: string): ReactNode {
  return value === '' ? null : <LongText text={auditWord(words, value)} />;
}

function identifier(name: string, text: string | null): ReactNode {
  return text === null ? null : (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono text-sm">
        <LongText text={text} />
      </span>
      <CopyIconButton text={text} label={`Copy ${name}`} className="-my-2" />
    </span>
  );
}

interface SetOffProps {
  readonly name: string;
  readonly text: string;
  readonly bad?: boolean;
}

function SetOff({ name, text, bad = false }: SetOffProps) {
  return (
    <div className={`rounded-md px-3.5 py-3 ${bad ? 'bg-bad-soft' : 'bg-surface-sunken'}`}>
      <p className={`text-sm ${bad ? 'text-bad' : 'text-ink-quiet'}`}>{name}</p>
      <p className="mt-0.5">
        <LongText text={text} />
      </p>
    </div>
  );
}
