export interface RandomSource {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;
  /** From `minimum` to `maximum`, both inclusive. */
  readonly integer: (minimum: number, maximum: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffle: <T>(list: readonly T[]) => T[];
  /** Normal distribution with mean 0 and standard deviation 1. */
  readonly normal: () => number;
  /** Version 4. */
  readonly uuid: () => string;
}

/** Uses sfc32 with 128 bits of state. Not for secrets. */
export function createRandomSource(seed: number): RandomSource {
  const bits = createSfc32(seed);
  const next = () => bits() / 2 ** 32;
  const integer = (minimum: number, maximum: number) =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[integer(0, list.length - 1)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  };
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick,
    shuffle: (list) =>
      list
        .map((item) => ({ item, rank: bits() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    uuid: () => {
      const digits = Array.from({ length: 4 }, () => bits().toString(16).padStart(8, '0')).join('');
      const variant = '89ab'[integer(0, 3)];
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
  };
}

function createSfc32(seed: number): () => number {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed >>> 0];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let warmUp = 0; warmUp < 16; warmUp++) next();
  return next;
}
