import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string;
  readonly error?: ReactNode;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  /** Shown at the end of the input, without covering its text. */
  readonly trailing?: ReactNode;
  readonly monospaced?: boolean;
}

export function TextField({
  label,
  error,
  aside,
  hint,
  trailing,
  monospaced = false,
  ...input
}: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-base text-ink">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described.join(' ') || undefined}
          className={`h-10 w-full rounded-md border border-line-strong bg-surface-raised px-3 text-ink text-lg placeholder:text-ink-quiet focus-visible:-outline-offset-1 aria-invalid:border-bad max-md:h-11 md:text-base ${monospaced ? 'font-mono' : ''} ${trailing ? 'pr-11' : ''}`}
          {...input}
        />
        {trailing}
      </div>
      <p id={errorId} role="alert" className="text-bad text-sm empty:hidden">
        {error}
      </p>
      {hint === undefined ? null : (
        <p id={hintId} className="text-ink-quiet text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
