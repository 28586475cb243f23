type BoundType = 'bigint' | 'boolean' | 'numeric' | 'text' | 'timestamptz' | 'uuid';

/** Collects the values of a statement's parameters. */
export class BoundValues {
  readonly bound: unknown[] = [];

  /** Binds a value as a subselect, which hides it from the planner: it then keeps one plan for all values. */
  bind(value: unknown, type: BoundType): string {
    return `(SELECT ${this.bindKnown(value, type)})`;
  }

  /** Lets the planner see the value, for a statement whose best plan depends on it. */
  bindKnown(value: unknown, type: BoundType): string {
    this.bound.push(value);
    return `$${this.bound.length}::${type}`;
  }

  /** Binds a time from a request, whose year or offset PostgreSQL may not know as text. */
  bindTime(text: string): string {
    return this.bind(new Date(text), 'timestamptz');
  }

  /** As above, if the planner should see it. */
  bindKnownTime(text: string): string {
    return this.bindKnown(new Date(text), 'timestamptz');
  }
}
