import { VARIABLES } from './variables.ts';

/** A variable that Halyard does not know, and the one that was probably meant. */
export interface MisspelledVariable {
  readonly found: string;
  readonly meant: string;
}

/** Shorter names, such as `HOST`, resemble too many others. */
const SHORTEST_COMPARED = 7;
/** One typing error per this many letters. */
const LETTERS_PER_ERROR = 4;

/** Finds variables that resemble ours: other case or separators, typing errors, missing or additional endings. */
export function findMisspelledVariables(
  environment: Readonly<Record<string, string | undefined>>,
): readonly MisspelledVariable[] {
  const known = Object.keys(VARIABLES);
  return Object.keys(environment)
    .filter((found) => !known.includes(found) && environment[found] !== '')
    .flatMap((found) => {
      const meant = known.find((name) => isSimilar(lettersOf(found), lettersOf(name)));
      return meant === undefined ? [] : [{ found, meant }];
    });
}

function lettersOf(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^HALYARD/, '');
}

function isSimilar(found: string, known: string): boolean {
  if (found === known) return true;
  if (Math.min(found.length, known.length) < SHORTEST_COMPARED) return false;
  if (found.startsWith(known) || known.startsWith(found)) return true;
  return editDistance(found, known) <= known.length / LETTERS_PER_ERROR;
}

/** Levenshtein distance: how many letters must be added, removed or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
