import { SEARCH_DEBOUNCE_MS } from '@halyard/contract/constants';
import { useId, useState } from 'react';
import { ClearButton } from '../../shared/ui/field/clear-button.tsx';
import { useSearchInput } from '../../shared/ui/field/use-search-input.ts';
import { usdFromText } from './transactions-search.ts';

interface UsdFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  /** Of a message about both fields of a range. */
  readonly rangeErrorId?: string | undefined;
  /** Gets a decimal as text. */
  readonly onChange: (usd: string | undefined) => void;
}

/** A field for an amount that applies shortly after typing. Invalid text is marked and applies nothing. */
export function UsdField({ label, placeholder, value, rangeErrorId, onChange }: UsdFieldProps) {
  const [isInvalid, setIsInvalid] = useState(false);
  const errorId = useId();
  const { input, search, searchSoon } = useSearchInput(value ?? '', SEARCH_DEBOUNCE_MS, (text) => {
    const usd = usdFromText(text);
    setIsInvalid(text !== '' && usd === undefined);
    if (usd !== value && (text === '' || usd !== undefined)) {
      onChange(usd);
    }
  });

  function clear() {
    if (input.current) {
      input.current.value = '';
      input.current.focus();
    }
    search();
  }

  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <span className="relative inline-flex items-center">
        <span aria-hidden="true" className="pointer-events-none absolute left-2.5 text-ink-quiet text-sm">
          $
        </span>
        <input
          ref={input}
          aria-label={label}
          aria-invalid={isInvalid || rangeErrorId !== undefined}
          aria-describedby={isInvalid ? errorId : rangeErrorId}
          placeholder={placeholder}
          defaultValue={value ?? ''}
          onChange={searchSoon}
          onBlur={search}
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          className={`h-8 w-32 rounded-md border bg-surface-raised pr-8 pl-6 text-ink text-lg tabular-nums placeholder:text-ink-quiet aria-invalid:border-bad max-md:h-11 max-md:pr-11 md:text-base ${value === undefined ? 'border-line-strong' : 'border-accent'}`}
        />
        {value === undefined ? null : (
          <ClearButton label={`Remove filter ${label}: ${value}`} onClick={clear} />
        )}
      </span>
      {isInvalid ? (
        <span id={errorId} role="alert" className="text-bad text-sm">
          Enter an amount such as 1000.50
        </span>
      ) : null}
    </form>
  );
}
