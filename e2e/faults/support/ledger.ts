import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export const KINDS = [
  'invite',
  'revoke',
  'settings',
  'block',
  'unblock',
  'reset request',
  'sign-in',
  'backup',
] as const;
export type Kind = (typeof KINDS)[number];

/** `unknown`: the answer was lost, or said 5xx. The server may have acted or not. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** One request that changes something. Its id is also its `X-Request-Id`. */
export interface Act {
  readonly id: string;
  readonly kind: Kind;
  /** What it acts on: an e-mail address, or the id of a record. */
  readonly key: string;
  readonly outcome: Outcome;
}

/** A file with a line for each act before it is sent, and one for its outcome. Every line is on disk before the next step. */
export class Ledger {
  readonly path: string;
  readonly #file: number;
  readonly #acts = new Map<string, Act>();

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'a');
  }

  begin(act: Omit<Act, 'outcome'>): void {
    this.#write({ ...act, sentAt: Date.now() });
    this.#acts.set(act.id, { ...act, outcome: 'unknown' });
  }

  end(id: string, outcome: Outcome): void {
    this.#write({ id, outcome });
    const act = this.#acts.get(id);
    if (act === undefined) throw new Error(`no act ${id} began`);
    this.#acts.set(id, { ...act, outcome });
  }

  /** In the order of their beginning. @param from skips this many */
  acts(from = 0): readonly Act[] {
    return [...this.#acts.values()].slice(from);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(line: object): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }
}

/** Reads the acts of a file. An act without an outcome is unknown. */
export function readLedger(path: string): readonly Act[] {
  const acts = new Map<string, Act>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    const part: Partial<Act> & Pick<Act, 'id'> = JSON.parse(line);
    acts.set(part.id, { outcome: 'unknown', ...acts.get(part.id), ...part } as Act);
  }
  return [...acts.values()];
}
