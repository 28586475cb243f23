import { X } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';

interface SearchFieldProps {
  /** The field's accessible name. */
  readonly label: string;
  readonly placeholder: string;
  /** The search that holds now. */
  readonly value: string;
  readonly maxLength: number;
  /** Where given, the search runs by itself so long after the last change, and there is no button. */
  readonly debounceMs?: number;
  /** Gets the trimmed text on Enter or on the button, and empty text when the search is taken away. */
  readonly onSearch: (text: string) => void;
}

/** A search that runs when it is asked to, on Enter or on its button, or by itself while one types. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, maxLength, debounceMs, onSearch } = props;
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const waiting = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(waiting.current), []);

  // What waits is searched for beside whatever else was chosen meanwhile.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  }, [onSearch]);

  // A search that comes with the address, or by going back, replaces what stood in the field.
  useEffect(() => {
    if (input.current && value !== asked.current) {
      window.clearTimeout(waiting.current);
      input.current.value = value;
      asked.current = value;
    }
  }, [value]);

  function search() {
    window.clearTimeout(waiting.current);
    const text = input.current?.value.trim() ?? '';
    asked.current = text;
    latest.current(text);
  }

  function searchSoon() {
    window.clearTimeout(waiting.current);
    if (debounceMs !== undefined && input.current?.value.trim() !== asked.current) {
      waiting.current = window.setTimeout(search, debounceMs);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search();
  }

  function clear() {
    if (input.current) {
      input.current.value = '';
      input.current.focus();
    }
    search();
  }

  return (
    <search className="w-full max-w-md">
      <form className="flex gap-2" onSubmit={submit}>
        <div className="drawn-icon drawn-search relative min-w-0 flex-1 text-ink-faint before:pointer-events-none before:absolute before:inset-y-0 before:left-2.5 before:my-auto">
          <input
            ref={input}
            type="search"
            aria-label={label}
            placeholder={placeholder}
            defaultValue={value}
            onChange={searchSoon}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            className="h-8 w-full rounded-md border border-line-strong bg-surface-raised pr-8 pl-8 text-ink text-lg placeholder:text-ink-quiet placeholder-shown:text-ellipsis max-md:h-11 md:text-base [&::-webkit-search-cancel-button]:appearance-none"
          />
          {value ? (
            <button
              type="button"
              aria-label="Clear"
              className="absolute inset-y-0 right-1 my-auto inline-flex size-6 items-center justify-center rounded text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
              onClick={clear}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          ) : null}
        </div>
        {debounceMs === undefined ? (
          <Button type="submit" variant="secondary">
            Search
          </Button>
        ) : null}
      </form>
    </search>
  );
}
