import { useEffect, useRef } from 'react';

/** An uncontrolled input whose trimmed text is applied after a delay, or at once by `search`. */
export function useSearchInput(
  value: string,
  debounceMs: number | undefined,
  onSearch: (text: string) => void,
) {
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(value);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  // A delayed search must keep filters that were set during the delay.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  }, [onSearch]);

  // A new search in the URL, as after going back, replaces the field's text.
  useEffect(() => {
    if (input.current && value !== searched.current) {
      window.clearTimeout(timer.current);
      input.current.value = value;
      searched.current = value;
    }
  }, [value]);

  function search() {
    window.clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    searched.current = text;
    latest.current(text);
  }

  function searchSoon() {
    window.clearTimeout(timer.current);
    if (debounceMs !== undefined && input.current?.value.trim() !== searched.current) {
      timer.current = window.setTimeout(search, debounceMs);
    }
  }

  return { input, search, searchSoon };
}
