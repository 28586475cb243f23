/** Binds values as subselects, which hide them from the planner: it then keeps one plan for all values. */
export class BoundValues {
  readonly bound: unknown[] = [];

  bind(value: unknown, type: 'bigint' | 'boolean' | 'text' | 'timestamptz' | 'uuid'): string {
    this.bound.push(value);
    return `(SELECT $${this.bound.length}::${type})`;
  }
}
