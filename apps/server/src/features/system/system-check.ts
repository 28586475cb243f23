import type { SystemCheck, SystemFact } from '@halyard/contract/system';
import type { SystemArea, SystemState } from '@halyard/contract/system-areas';

/** The state of a failed check, with an instruction of one sentence. */
export interface Fault {
  readonly state: Exclude<SystemState, 'ok'>;
  readonly advice: string;
  readonly command?: string;
}

export function check(
  area: SystemArea,
  name: string,
  facts: readonly SystemFact[],
  fault?: Fault | undefined,
): SystemCheck {
  return { area, name, facts: [...facts], state: 'ok', ...fault };
}

export function fact(label: string, value: string | number): SystemFact {
  return { label, text: typeof value === 'number' ? value.toLocaleString('en') : value };
}

/** @param otherwise text if the time is not known */
export function timeFact(label: string, at: Date | null | undefined, otherwise: string): SystemFact {
  return at == null ? { label, text: otherwise } : { label, at: at.toISOString() };
}
