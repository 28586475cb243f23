const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};
/** A word may begin and end with look-alikes, at most so many of them: `$$ecret`. */
const OUTER_LOOK_ALIKES_MAX = 2;

/** The digits' keys with Shift, on most keyboards. */
const SHIFTED_DIGITS = ')!@#$%^&*(';
const YEAR = /(?:19|20)\d\d/g;

/** The text in the one form that all its spellings share; the letters `i` and `l` share theirs. */
export function canonicalWord(text: string): string {
  return Array.from(text.toLowerCase(), (character) => LOOK_ALIKES[character] ?? character).join('');
}

/** `passpasspass` is `pass`; a word that does not repeat itself stays. */
export function withoutRepetition(word: string): string {
  return /^(.{3,}?)\1+$/u.exec(word)?.[1] ?? word;
}

/** The digits in place of the signs on their keys: `!QAZ2wsx` is `1QAZ2wsx`. */
export function withoutShift(text: string): string {
  return Array.from(text, unshifted).join('');
}

function unshifted(character: string): string {
  const digit = SHIFTED_DIGITS.indexOf(character);
  return digit < 0 ? character : String(digit);
}

/** Everything from a password's first letter to its last, and what stands around it. */
interface WordWithin {
  readonly text: string;
  readonly padding: string;
}

/** The word within a password, in every reading: what stands at its ends may be letters that look like signs. */
export function wordsWithin(password: string): readonly WordWithin[] {
  const first = password.search(/\p{L}/u);
  const last = password.search(/\p{L}\P{L}*$/u);
  const starts = first < 0 ? [] : [first, ...lookAlikesFrom(password, first, -1)];
  const ends = last < 0 ? [] : [last, ...lookAlikesFrom(password, last, 1)];
  return starts.flatMap((start) =>
    ends.map((end) => ({
      text: password.slice(start, end + 1),
      padding: password.slice(0, start) + password.slice(end + 1),
    })),
  );
}

function lookAlikesFrom(password: string, from: number, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let at = from + step; found.length < OUTER_LOOK_ALIKES_MAX; at += step) {
    if (LOOK_ALIKES[password[at] ?? ''] === undefined) {
      break;
    }
    found.push(at);
  }
  return found;
}

/**
 * How many characters of what stands around a word took any thought: a year is one, and so is a run of the
 * same character or of neighbouring keys (`1234`, `4321`, `!@#`).
 */
export function paddingWeight(padding: string): number {
  const keys = Array.from(padding.replace(YEAR, '0'), unshifted);
  return keys.filter((key, position) => !follows(keys[position - 1], key)).length;
}

function follows(previous: string | undefined, key: string): boolean {
  if (previous === undefined || !/\d/.test(previous + key)) {
    return previous === key;
  }
  const step = Math.abs(Number(key) - Number(previous));
  return step <= 1 || step === 9;
}
