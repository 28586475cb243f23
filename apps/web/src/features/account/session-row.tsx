import type { AccountSession } from '@halyard/contract/account';
import { Monitor, Smartphone } from 'lucide-react';
import { describeDevice } from '../../shared/format/describe-device.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

interface SessionRowProps {
  readonly session: AccountSession;
  readonly onLogOut: () => void;
}

export function SessionRow({ session, onLogOut }: SessionRowProps) {
  const { userAgent, ipAddress, startedAt, lastSeenAt, current } = session;
  const device = describeDevice(userAgent);
  const Icon = device.handheld ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 border-line py-3 not-first:border-t">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-quiet" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <Tooltip
            content={<span className="[overflow-wrap:anywhere]">{userAgent || 'No device information'}</span>}
          >
            {(trigger) => (
              <span
                // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus shows the whole user agent
                tabIndex={0}
                className="min-w-0 truncate rounded-sm font-medium text-base text-ink"
                {...trigger}
              >
                {device.name}
              </span>
            )}
          </Tooltip>
          {current ? <StatusBadge tone="good">This device</StatusBadge> : null}
        </div>
        <dl className="flex flex-wrap gap-x-4 text-ink-quiet text-sm">
          <div className="flex gap-1">
            <dt className="sr-only">IP address</dt>
            <dd translate="no" className="font-mono [overflow-wrap:anywhere]">
              {ipAddress}
            </dd>
          </div>
          <div className="flex gap-1">
            <dt>Started</dt>
            <dd>
              <Timestamp instant={startedAt} aged />
            </dd>
          </div>
          <div className="flex gap-1">
            <dt className={current ? 'sr-only' : ''}>Last seen</dt>
            <dd>{current ? 'Active now' : <Timestamp instant={lastSeenAt} aged />}</dd>
          </div>
        </dl>
      </div>
      <Button variant="secondary" aria-label={`Log out ${device.name}, ${ipAddress}`} onClick={onLogOut}>
        Log out
      </Button>
    </li>
  );
}
