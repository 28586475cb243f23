import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { OUTCOME } from './job.ts';

/** Prints a line for each job with its number of interactions. */
export default class JobReporter implements Reporter {
  printsToStdio(): boolean {
    return true;
  }

  onTestEnd({ title }: TestCase, { status, annotations, error }: TestResult): void {
    const outcome = annotations.findLast(({ type }) => type === OUTCOME)?.description;
    const word = status === 'passed' ? 'done  ' : 'FAILED';
    console.log(`${word} ${title}: ${outcome ?? error?.message}`);
    if (word === 'FAILED' && outcome !== undefined) console.log(error?.message);
  }

  onError({ message }: { readonly message?: string }): void {
    console.log(message);
  }

  onEnd({ status }: FullResult): void {
    console.log(`\nJobs: ${status}`);
  }
}
