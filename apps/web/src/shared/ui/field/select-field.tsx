import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { ClearButton } from './clear-button.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** Shows a button with this name that clears the field, in place of its arrow. */
  readonly clearLabel?: string | undefined;
  /** Returns focus to the field, because the button disappears. */
  readonly onClear?: () => void;
}

export function SelectField({ label, value, options, onChange, clearLabel, onClear }: SelectFieldProps) {
  const field = useRef<HTMLSelectElement>(null);
  return (
    <span className="relative inline-flex min-w-0 max-w-44 items-center">
      <select
        ref={field}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`h-8 w-full min-w-0 appearance-none text-ellipsis rounded-md border bg-surface-raised pr-8 pl-2.5 text-ink text-lg max-md:h-11 md:text-base ${clearLabel === undefined ? 'border-line-strong' : 'border-accent'}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {clearLabel === undefined ? (
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-2 size-4 text-ink-quiet"
        />
      ) : (
        <ClearButton
          label={clearLabel}
          onClick={() => {
            field.current?.focus();
            onClear?.();
          }}
        />
      )}
    </span>
  );
}
