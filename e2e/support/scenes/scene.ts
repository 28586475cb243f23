import { expect, type Page } from '@playwright/test';
import { refusal } from '../answers.ts';
import type { ForeignServer, ForeignServerOptions } from '../foreign-server.ts';
import type { Script, ScriptedAnswer } from '../script.ts';

export interface Scene {
  readonly name: string;
  readonly path: string;
  /** Differences from the friendly script. */
  readonly answers?: Script;
  /** Resolves when the state is visible. */
  readonly act: (page: Page) => Promise<void>;
  /** Only on this screen size. */
  readonly only?: 'phone' | 'wide';
  /** Body of the server's `/config.json`. */
  readonly config?: object;
}

/** Starts the scene's server and returns its origin. */
export async function serveScene(
  serve: (script?: Script, options?: Pick<ForeignServerOptions, 'files'>) => Promise<ForeignServer>,
  { answers, config }: Scene,
): Promise<string> {
  const files = config === undefined ? {} : { '/config.json': { body: config } };
  const { origin } = await serve(answers, { files });
  return origin;
}

export const FAILURE = refusal(503, 'unavailable');

export const NEVER = () => new Promise<ScriptedAnswer>(() => undefined);

/** On phones, the filters of a list are folded. */
export async function openFilters(page: Page): Promise<void> {
  const summary = page.locator('summary').filter({ hasText: 'Filters', visible: true });
  if ((await summary.count()) > 0) {
    await summary.click();
  }
}

export const showsHeading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export const showsButton = (name: string) => (page: Page) =>
  expect(page.getByRole('button', { name })).toBeVisible();

export const showsText = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
