import { END, type RecordTexts } from './record-texts.ts';

/**
 * Up to this length, in UTF-16 code units, every piece is counted that occurs at all. As many letters in a row are what
 * the trigram index knows.
 */
export const SHORT_PIECE = 3;
/** Longer pieces are not counted. */
const PIECE_MAX = 32;

/** Occurrences are sorted in parts of about this many, or as many as one character has. */
const OCCURRENCES_AT_ONCE = 4_000_000;
const UNITS = 65_536;
const NOT_KEPT = -1;

/** A piece of text, and how many records of each state have it in theirs. */
export interface CountedPiece {
  readonly piece: string;
  /** By place in `stateNames`. */
  readonly records: readonly number[];
}

/** Every piece of at most `SHORT_PIECE` code units, and the longer ones that occur in `often` records or more. */
export function countPieces(texts: RecordTexts, often: number): CountedPiece[] {
  return new PieceCounter(texts, often).count();
}

/** Where pieces occur, one piece after the other: the places of the code units behind them, and their records. */
interface Occurrences {
  readonly next: Int32Array;
  readonly records: Int32Array;
}

interface ExtendedPiece {
  readonly piece: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Sorts the places where a piece occurs by the code unit that follows, which makes the longer pieces, and goes on with
 * those of them that occur often enough: a longer one cannot occur in more records. All of it within the occurrences of
 * one part, and as much room again to put them in order.
 */
class PieceCounter {
  readonly #units: Uint16Array;
  readonly #starts: readonly number[];
  readonly #states: Uint8Array;
  readonly #stateCount: number;
  readonly #often: number;
  readonly #counted: CountedPiece[] = [];
  /** Of each code unit, while one piece is extended: how often it follows, and then where it is kept. */
  readonly #places = new Int32Array(UNITS);
  readonly #lastRecords = new Int32Array(UNITS).fill(-1);
  readonly #recordsByState: Int32Array;

  constructor({ units, starts, states, stateNames }: RecordTexts, often: number) {
    this.#units = units;
    this.#starts = starts;
    this.#states = Uint8Array.from(states);
    this.#stateCount = stateNames.length;
    this.#often = often;
    this.#recordsByState = new Int32Array(UNITS * stateNames.length);
  }

  count(): CountedPiece[] {
    for (const firsts of this.#parts()) {
      const found = this.#occurrencesOf(firsts);
      const size = found.next.length;
      const sorted = { next: new Int32Array(size), records: new Int32Array(size) };
      this.#extend({ piece: '', from: 0, to: size }, found, sorted);
    }
    return this.#counted;
  }

  #extend({ piece, from, to }: ExtendedPiece, occurrences: Occurrences, sorted: Occurrences): void {
    const following = this.#tally(occurrences, from, to);
    const longer = this.#choose(piece, from, following);
    this.#sort(occurrences, from, to, sorted);
    const kept = longer.at(-1)?.to ?? from;
    occurrences.next.set(sorted.next.subarray(from, kept), from);
    occurrences.records.set(sorted.records.subarray(from, kept), from);
    for (const unit of following) this.#places[unit] = 0;
    for (const one of longer) this.#extend(one, occurrences, sorted);
  }

  /** Counts what follows; returns which code units do. */
  #tally({ next, records }: Occurrences, from: number, to: number): number[] {
    const following: number[] = [];
    for (let index = from; index < to; index++) {
      const unit = this.#units[at(next, index)] ?? END;
      if (unit === END) continue;
      const occurs = at(this.#places, unit);
      if (occurs === 0) following.push(unit);
      this.#places[unit] = occurs + 1;
      const record = at(records, index);
      if (this.#lastRecords[unit] === record) continue;
      this.#lastRecords[unit] = record;
      const slot = unit * this.#stateCount + (this.#states[record] ?? 0);
      this.#recordsByState[slot] = at(this.#recordsByState, slot) + 1;
    }
    return following;
  }

  /** Notes the longer pieces, and gives those that go on a place each. */
  #choose(piece: string, from: number, following: readonly number[]): ExtendedPiece[] {
    const chosen: ExtendedPiece[] = [];
    let end = from;
    for (const unit of following) {
      const occurs = at(this.#places, unit);
      const records = this.#takeRecords(unit);
      const longer = piece + String.fromCharCode(unit);
      this.#places[unit] = NOT_KEPT;
      const total = records.reduce((sum, count) => sum + count, 0);
      if (longer.length > SHORT_PIECE && total < this.#often) continue;
      if (longer.isWellFormed()) this.#counted.push({ piece: longer, records });
      if (longer.length === PIECE_MAX) continue;
      chosen.push({ piece: longer, from: end, to: end + occurs });
      this.#places[unit] = end;
      end += occurs;
    }
    return chosen;
  }

  #takeRecords(unit: number): number[] {
    const slot = unit * this.#stateCount;
    const records = [...this.#recordsByState.subarray(slot, slot + this.#stateCount)];
    this.#recordsByState.fill(0, slot, slot + this.#stateCount);
    this.#lastRecords[unit] = -1;
    return records;
  }

  /** Puts the occurrences of the longer pieces that go on into their places, those of each in order. */
  #sort({ next, records }: Occurrences, from: number, to: number, sorted: Occurrences): void {
    for (let index = from; index < to; index++) {
      const unit = this.#units[at(next, index)] ?? END;
      const place = unit === END ? NOT_KEPT : at(this.#places, unit);
      if (place === NOT_KEPT) continue;
      sorted.next[place] = at(next, index) + 1;
      sorted.records[place] = at(records, index);
      this.#places[unit] = place + 1;
    }
  }

  /** Sets of code units that together occur about `OCCURRENCES_AT_ONCE` times. */
  #parts(): Uint8Array[] {
    const occurrences = new Int32Array(UNITS);
    for (const unit of this.#units) occurrences[unit] = at(occurrences, unit) + 1;
    const parts: Uint8Array[] = [];
    let room = 0;
    for (const [unit, occurs] of occurrences.entries()) {
      if (unit === END || occurs === 0) continue;
      if (occurs > room) {
        parts.push(new Uint8Array(UNITS));
        room = OCCURRENCES_AT_ONCE;
      }
      parts.at(-1)?.fill(1, unit, unit + 1);
      room -= occurs;
    }
    return parts;
  }

  /** Where these code units are. */
  #occurrencesOf(firsts: Uint8Array): Occurrences {
    let size = 0;
    for (const unit of this.#units) size += firsts[unit] ?? 0;
    const found = { next: new Int32Array(size), records: new Int32Array(size) };
    let place = 0;
    let record = 0;
    for (let position = 0; position < this.#units.length; position++) {
      if (position === this.#starts[record + 1]) record++;
      if (firsts[this.#units[position] ?? END] !== 1) continue;
      found.next[place] = position;
      found.records[place++] = record;
    }
    return found;
  }
}

/** Of an array that has it. */
function at(numbers: Int32Array, index: number): number {
  return numbers[index] as number;
}
