import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { cutText } from '../format/cut-text.ts';
import { pageFromUrl } from './page-number.ts';

/** The parameters of an address as they came. */
export type UrlParameters = Readonly<Record<string, unknown>>;

/** What the address of every list carries; what is left out is page 1, and the newest first. */
export interface ListPosition {
  readonly page?: number | undefined;
  readonly sort?: 'oldest' | undefined;
}

/**
 * Reads a list's position; what makes no sense falls back to the default. Every key is always there: the
 * router would keep the raw parameter in the place of a missing one.
 */
export function positionFromUrl({ page, sort }: UrlParameters): ListPosition {
  return { page: pageFromUrl(page), sort: choiceFromUrl(sort, ['oldest'] as const) };
}

export function textFromUrl(value: unknown): string | undefined {
  return typeof value === 'string' ? cutText(value.trim(), SEARCH_LENGTH_MAX) || undefined : undefined;
}

/** The identifier of a record; none that a browser takes for a way through the address of a call. */
export function identifierFromUrl(value: unknown): string | undefined {
  const id = textFromUrl(value);
  return id !== undefined && /(^|\/)\.{1,2}(\/|$)/.test(id) ? undefined : id;
}

export function choiceFromUrl<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value);
}
