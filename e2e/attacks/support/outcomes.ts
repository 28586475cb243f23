import type { Answer } from './caller.ts';

/** The status, and the status word of an error. */
export const inShort = ({ status, body }: Answer): string => [status, body?.status].filter(Boolean).join(' ');

/** `3 of 4 (disable: 204)`: how many outcomes are the wanted one, and those that are not. */
export function tally(outcomes: Readonly<Record<string, string>>, wanted: string): string {
  const all = Object.entries(outcomes);
  const others = all.filter(([, outcome]) => outcome !== wanted);
  const told = others.map(([name, outcome]) => `${name}: ${outcome}`).join(', ');
  return `${all.length - others.length} of ${all.length}${told && ` (${told})`}`;
}

/** `2 x 200, 1 x 400` */
export function countsOf(outcomes: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const outcome of outcomes.toSorted()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');
}
