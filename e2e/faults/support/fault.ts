/** Why a fault cannot be tried on this machine. */
export class Skipped extends Error {}

/** The product did something else than it must. */
export class Missed extends Error {}

/** A fault that the product must survive. */
export interface Fault {
  /** Number in the list. */
  readonly id: string;
  readonly what: string;
  /** Returns what was seen, with figures. @throws Missed @throws Skipped */
  readonly run: () => Promise<string>;
}

export function fault(id: string, what: string, run: Fault['run']): Fault {
  return { id, what, run };
}

/** @throws Missed with `what` unless it holds */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Missed(what);
}

/** @throws Missed if there are any failures */
export function mustBeEmpty(failures: readonly string[]): void {
  if (failures.length > 0) throw new Missed(failures.join('\n'));
}
