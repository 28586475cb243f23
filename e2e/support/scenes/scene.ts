import { expect, type Page } from '@playwright/test';
import { refusal } from '../answers.ts';
import type { Script, ScriptedAnswer } from '../script.ts';

/** A state of a screen that one can look at. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  /** Responses that differ from the friendly server. */
  readonly answers?: Script;
  /** What leads from the address to the state, ending once the state is there. */
  readonly act: (page: Page) => Promise<void>;
  /** The only screens that it is on. */
  readonly only?: 'phone' | 'wide';
}

export const FAILURE = refusal(503, 'unavailable');

export const NEVER = () => new Promise<ScriptedAnswer>(() => undefined);

export const showsHeading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export const showsText = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
