import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { cutText } from '../format/cut-text.ts';
import { pageFromUrl } from './page-number.ts';

export type UrlParameters = Readonly<Record<string, unknown>>;

/** URL parameters of every list. Defaults: page 1, newest first. */
export interface ListPosition {
  readonly page?: number | undefined;
  readonly sort?: 'oldest' | undefined;
}

/** Returns every given key as undefined. Each screen's parser starts with it, because the router keeps unknown keys. */
export function withoutUnknown(parameters: UrlParameters): Readonly<Record<string, undefined>> {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined]));
}

/** Parses a list's position. Sets every key, because the router keeps the raw value of a missing one. */
export function positionFromUrl({ page, sort }: UrlParameters): ListPosition {
  return { page: pageFromUrl(page), sort: choiceFromUrl(sort, ['oldest'] as const) };
}

/** Parses text as servers accept it: without NUL, which databases cannot store. */
export function textFromUrl(value: unknown): string | undefined {
  return typeof value === 'string'
    ? cutText(value.replaceAll('\0', '').trim(), SEARCH_LENGTH_MAX) || undefined
    : undefined;
}

/** Parses a record's id. Rejects ids that a browser would resolve as a path, such as `..`. */
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
