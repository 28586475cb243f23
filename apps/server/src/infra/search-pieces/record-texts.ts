/** Stands behind each part of a text; no text has it. */
export const END = 0;
const LINE_FEED = 10;

/** Texts of records, one behind the other. A line feed divides a text into parts that are searched by themselves. */
export class RecordTexts {
  #units = new Uint16Array(1 << 16);
  #length = 0;
  readonly #starts: number[] = [];
  readonly #states: number[] = [];
  readonly #stateNames: string[] = [];

  /** The texts in UTF-16. */
  get units(): Uint16Array {
    return this.#units.subarray(0, this.#length);
  }

  /** Where in `units` the text of each record begins. */
  get starts(): readonly number[] {
    return this.#starts;
  }

  /** The state of each record, by its place in `stateNames`. */
  get states(): readonly number[] {
    return this.#states;
  }

  get stateNames(): readonly string[] {
    return this.#stateNames;
  }

  add(state: string, text: string): void {
    const known = this.#stateNames.indexOf(state);
    this.#states.push(known === -1 ? this.#stateNames.push(state) - 1 : known);
    this.#starts.push(this.#length);
    this.#makeRoom(text.length + 1);
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      this.#units[this.#length++] = unit === LINE_FEED ? END : unit;
    }
    this.#units[this.#length++] = END;
  }

  #makeRoom(units: number): void {
    const needed = this.#length + units;
    if (needed <= this.#units.length) return;
    const larger = new Uint16Array(Math.max(needed, this.#units.length * 2));
    larger.set(this.#units);
    this.#units = larger;
  }
}
