/**
 * Applies the change from `shown` to `next` to the latest parameters. A second change can come before the screen shows the
 * first, and must not undo it.
 */
export function applyToLatest<Search extends object>(shown: Search, next: Search) {
  const before = new Map<string, unknown>(Object.entries(shown));
  const after = new Map<string, unknown>(Object.entries(next));
  const changed = [...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name));
  const changes = Object.fromEntries(changed.map((name) => [name, after.get(name)]));
  return (latest: object): Search => ({ ...latest, ...changes }) as Search;
}
