import { classOf, type Operation } from './contract.ts';

const COLUMN = 7;

interface Failure {
  count: number;
  readonly example: string;
  readonly requestId: string | undefined;
}

/** Counts answers and keeps one example of each failure. */
export class Report {
  readonly #statuses = new Map<string, Map<string, number>>();
  readonly #answered = new Map<string, Set<string>>();
  readonly #failures = new Map<string, Failure>();
  requests = 0;

  get failures(): number {
    return this.#failures.size;
  }

  add(operation: Operation, status: string): void {
    this.requests += 1;
    const name = classOf(operation);
    const row = this.#statuses.get(name) ?? new Map<string, number>();
    row.set(status, (row.get(status) ?? 0) + 1);
    this.#statuses.set(name, row);
    this.#answered.set(operation.id, (this.#answered.get(operation.id) ?? new Set()).add(status));
  }

  fail(operation: Operation, what: string, example: string, requestId?: string): void {
    const key = `${operation.id}: ${what}`;
    const known = this.#failures.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.#failures.set(key, { count: 1, example, requestId });
    console.log(`FAILED ${key}`);
  }

  /** @param output of the product, whose lines about failed requests are shown with them */
  print(output: string): void {
    const statuses = [...new Set([...this.#statuses.values()].flatMap((row) => [...row.keys()]))].toSorted();
    console.log(['class'.padEnd(28), ...statuses.map((status) => status.padStart(COLUMN))].join(''));
    for (const [name, row] of [...this.#statuses].toSorted(([one], [other]) => one.localeCompare(other))) {
      const cells = statuses.map((status) => String(row.get(status) ?? '').padStart(COLUMN));
      console.log([name.padEnd(28), ...cells].join(''));
    }
    const unsuccessful = [...this.#answered].filter(
      ([, seen]) => ![...seen].some((status) => status.startsWith('2')),
    );
    if (unsuccessful.length > 0)
      console.log(`\nnever successful: ${unsuccessful.map(([id]) => id).join(', ')}`);
    const lines = output.split('\n');
    for (const [what, { count, example, requestId }] of this.#failures) {
      console.log(`\nFAILED ${count} times: ${what}\n${example}`);
      if (requestId !== undefined) console.log(lines.filter((line) => line.includes(requestId)).join('\n'));
    }
  }
}
