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
/** Maximum number of look-alikes at each end of a word: `$$ecret` has two at the start. */
const OUTER_LOOK_ALIKES_MAX = 2;

/** Symbols on the digit keys 0 to 9 of most keyboards. */
const SHIFTED_DIGITS = ')!@#$%^&*(';
const YEAR = /(?:19|20)\d\d/g;

/** Replaces look-alikes by letters, so that all spellings of a word are equal. `l` becomes `i`. */
export function canonicalWord(text: string): string {
  return Array.from(text.toLowerCase(), (character) => LOOK_ALIKES[character] ?? character).join('');
}

/** Reduces `passpasspass` to `pass`. */
export function withoutRepetition(word: string): string {
  return /^(.{3,}?)\1+$/u.exec(word)?.[1] ?? word;
}

/** Replaces shifted digits by digits: `!QAZ2wsx` becomes `1QAZ2wsx`. */
export function withoutShift(text: string): string {
  return Array.from(text, unshifted).join('');
}

function unshifted(character: string): string {
  const digit = SHIFTED_DIGITS.indexOf(character);
  return digit < 0 ? character : String(digit);
}

/** Text of a password from the first to the last letter, and the characters around that text. */
interface WordWithin {
  readonly text: string;
  readonly padding: string;
}

/** Returns the possible words in a password, because symbols at its ends may be letters: `$ecret`. */
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

/** Counts the characters around a word. A year or a run of equal or neighbouring keys (`1234`) counts as one. */
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
