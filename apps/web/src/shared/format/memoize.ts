/**
 * What `make` makes of a key, made when it is first asked for and kept. For formatters: to make one takes longer than
 * to use it a hundred times.
 */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) {
      return known;
    }
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
