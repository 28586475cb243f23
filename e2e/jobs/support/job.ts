import { expect, type Page } from '@playwright/test';
import type { Enrolled } from '../../support/enrolment.ts';
import { test } from '../../support/product-test.ts';
import { expectScreen } from '../../support/screens.ts';
import { Person } from './person.ts';

/** Annotation that the reporter prints. */
export const OUTCOME = 'outcome';

export interface Job {
  readonly name: string;
  /** Interactions that it may take at most. */
  readonly bar: number;
}

interface JobParts<Prepared> {
  readonly page: Page;
  readonly administrator: Enrolled;
  readonly person: Person;
  readonly prepared: Prepared;
}

/** Does a job from the dashboard. `prepare` finds or creates its records, which does not count. */
export function job<Prepared>(
  { name, bar }: Job,
  prepare: (page: Page) => Promise<Prepared>,
  perform: (parts: JobParts<Prepared>) => Promise<void>,
): void {
  test(name, async ({ page, administrator }, { annotations }) => {
    const prepared = await prepare(page);
    await page.goto('/dashboard');
    await expectScreen(page, '/dashboard', 'Dashboard');
    await expect(page.getByRole('button', { name: 'Go to...' })).toBeEnabled();
    const person = new Person(page);
    await perform({ page, administrator, person, prepared });
    annotations.push({ type: OUTCOME, description: `${person.interactions} of at most ${bar}` });
    expect(person.interactions).toBeLessThanOrEqual(bar);
  });
}
