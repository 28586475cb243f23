import type { SystemCheck, SystemFact, SystemReport } from '@halyard/contract/system';
import {
  SYSTEM_AREAS,
  SYSTEM_STATES,
  type SystemArea,
  type SystemState,
} from '@halyard/contract/system-areas';
import { fieldsOf, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';

export interface ParsedFact {
  readonly label: string;
  readonly text: string | null;
  readonly at: string | null;
}

export interface ParsedCheck {
  readonly area: SystemArea | 'other';
  readonly name: string;
  readonly state: SystemState;
  readonly facts: readonly ParsedFact[];
  readonly advice: string | null;
  readonly command: string | null;
}

export interface ParsedSystem {
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly checks: readonly ParsedCheck[];
}

export function isSystemReport(body: unknown): boolean {
  const { measuredAt, checks } = fieldsOf<SystemReport>(body);
  return textIn(measuredAt) !== null && Array.isArray(checks);
}

export function parseSystem(body: unknown): ParsedSystem {
  const { measuredAt, checks } = fieldsOf<SystemReport>(body);
  return {
    measuredAt: instantIn(measuredAt) ?? '',
    checks: Array.isArray(checks) ? checks.map(parseCheck) : [],
  };
}

/** An unknown state needs attention. */
function parseCheck(value: unknown): ParsedCheck {
  const { area, name, state, facts, advice, command } = fieldsOf<SystemCheck>(value);
  return {
    area: SYSTEM_AREAS.find((known) => known === area) ?? 'other',
    name: visibleTextIn(name) ?? '—',
    state: SYSTEM_STATES.find((known) => known === state) ?? 'attention',
    facts: Array.isArray(facts) ? facts.map(parseFact) : [],
    advice: visibleTextIn(advice),
    command: visibleTextIn(command),
  };
}

function parseFact(value: unknown): ParsedFact {
  const { label, text, at } = fieldsOf<SystemFact>(value);
  return { label: visibleTextIn(label) ?? '—', text: visibleTextIn(text), at: instantIn(at) };
}
