import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { ACTUAL, EXPECTED } from './attack.ts';

const noted = ({ annotations }: TestResult, type: string): string =>
  annotations.findLast((each) => each.type === type)?.description ?? '';

/** Prints a line for each attack as it ends, and details of those that ended otherwise than expected. */
export default class AttackReporter implements Reporter {
  #held = 0;
  readonly #lost: string[] = [];
  readonly #begunAt = performance.now();

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd({ title }: TestCase, result: TestResult): void {
    const held = result.status === 'passed';
    if (held) this.#held += 1;
    else this.#lost.push(title);
    const seconds = Math.round(result.duration / 1_000);
    console.log(`${held ? 'held  ' : 'FAILED'} ${title} (${seconds} s)`);
    console.log(`         expected: ${noted(result, EXPECTED)}`);
    console.log(`         actual:   ${held ? 'the same' : noted(result, ACTUAL) || result.error?.message}`);
  }

  onError({ message }: { readonly message?: string }): void {
    console.log(message);
  }

  onEnd({ status }: FullResult): void {
    const seconds = Math.round((performance.now() - this.#begunAt) / 1_000);
    const all = this.#held + this.#lost.length;
    console.log(`\n${this.#held} of ${all} attacks ended as expected, in ${seconds} s (${status})`);
    for (const title of this.#lost) console.log(`  not: ${title}`);
  }
}
