import type { SystemState } from '@halyard/contract/system-areas';
import type { StatusTone } from '../../shared/ui/status-badge.tsx';
import type { ParsedCheck } from './parse-system.ts';

/** In the order of the page. */
export const AREA_LABELS: Readonly<Record<ParsedCheck['area'], string>> = {
  feed: 'Platform feed',
  sources: 'Chains and prices',
  mail: 'Mail',
  audit_log: 'Audit log',
  rows: 'Access',
  database: 'Database',
  versions: 'Versions',
  other: 'Other',
};

export const STATE_LABELS: Readonly<
  Record<SystemState, { readonly label: string; readonly tone: StatusTone }>
> = {
  ok: { label: 'OK', tone: 'good' },
  attention: { label: 'Needs attention', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** Summarizes the checks: `2 failed, 1 needs attention`. */
export function summaryOf(checks: readonly Pick<ParsedCheck, 'state'>[]): string {
  const count = (state: SystemState) => checks.filter((check) => check.state === state).length;
  const [failed, attention] = [count('failed'), count('attention')];
  if (failed + attention === 0) {
    return 'Everything is OK';
  }
  return [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(attention > 0 ? [`${attention} ${attention === 1 ? 'needs' : 'need'} attention`] : []),
  ].join(', ');
}

export function worstState(checks: readonly Pick<ParsedCheck, 'state'>[]): SystemState {
  const has = (state: SystemState) => checks.some((check) => check.state === state);
  if (has('failed')) {
    return 'failed';
  }
  return has('attention') ? 'attention' : 'ok';
}
