import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '../button.tsx';
import { ClearButton } from './clear-button.tsx';
import { useSearchInput } from './use-search-input.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly maxLength: number;
  /** Debounce delay. Replaces the search button. */
  readonly debounceMs?: number;
  readonly clearLabel?: string;
  /** Gets trimmed text, empty if the search is cleared. */
  readonly onSearch: (text: string) => void;
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, maxLength, debounceMs, clearLabel = 'Clear', onSearch } = props;
  const { input, search, searchSoon } = useSearchInput(value, debounceMs, onSearch);

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
        <div className="relative min-w-0 flex-1">
          <Search className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-faint" />
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
          {value ? <ClearButton label={clearLabel} onClick={clear} /> : null}
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
