import { END, type RecordTexts } from './record-texts.ts';

/** Up to this length, in UTF-16 code units, every piece is counted that occurs at all. */
export const SHORT_PIECE = 3;
/** Longer pieces are not counted. */
const PIECE_MAX = 32;

/** Occurrences are sorted in parts of about this many, so that the memory for it stays within 130 MB. */
const OCCURRENCES_AT_ONCE = 8_000_000;
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

/** Where a piece occurs: the places of the code unit behind it, in order, and their records. */
interface Occurrences {
  readonly next: Int32Array;
  readonly records: Int32Array;
}

interface LongerPiece {
  readonly piece: string;
  /** Its occurrences within those that are kept. */
  readonly from: number;
  readonly to: number;
}

/**
 * Sorts the places where a piece occurs by the code unit that follows, which makes the longer pieces, and goes on with
 * those of them that occur often enough: a longer one cannot occur in more records.
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
      this.#extend('', found, 0, found.next.length);
    }
    return this.#counted;
  }

  #extend(piece: string, occurrences: Occurrences, from: number, to: number): void {
    const following = this.#tally(occurrences, from, to);
    const longer = this.#choose(piece, following);
    const kept = this.#keep(occurrences, from, to, longer.at(-1)?.to ?? 0);
    for (const unit of following) this.#places[unit] = 0;
    for (const part of longer) this.#extend(part.piece, kept, part.from, part.to);
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
  #choose(piece: string, following: readonly number[]): LongerPiece[] {
    const chosen: LongerPiece[] = [];
    let size = 0;
    for (const unit of following) {
      const occurs = at(this.#places, unit);
      const records = this.#takeRecords(unit);
      const longer = piece + String.fromCharCode(unit);
      this.#places[unit] = NOT_KEPT;
      const total = records.reduce((sum, count) => sum + count, 0);
      if (longer.length > SHORT_PIECE && total < this.#often) continue;
      if (longer.isWellFormed()) this.#counted.push({ piece: longer, records });
      if (longer.length === PIECE_MAX) continue;
      chosen.push({ piece: longer, from: size, to: size + occurs });
      this.#places[unit] = size;
      size += occurs;
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

  /** The occurrences of the longer pieces that go on, those of each together and in order. */
  #keep({ next, records }: Occurrences, from: number, to: number, size: number): Occurrences {
    const kept = { next: new Int32Array(size), records: new Int32Array(size) };
    for (let index = from; index < to; index++) {
      const unit = this.#units[at(next, index)] ?? END;
      const place = unit === END ? NOT_KEPT : at(this.#places, unit);
      if (place === NOT_KEPT) continue;
      kept.next[place] = at(next, index) + 1;
      kept.records[place] = at(records, index);
      this.#places[unit] = place + 1;
    }
    return kept;
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
