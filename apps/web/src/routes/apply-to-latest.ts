/**
 * Applies the change from `shown` to `next` to the latest parameters. A second change can come before the screen shows the
 * first, and must not undo it.
 */
export function applyToLatest<Search extends object>(shown: Search, next: Search) {
  const names = Object.keys({ ...shown, ...next }) as (keyof Search)[];
  const changed = names.filter((name) => shown[name] !== next[name]);
  const changes = Object.fromEntries(changed.map((name) => [name, next[name]]));
  return (latest: object): Search => ({ ...latest, ...changes }) as Search;
}
