import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string;
  /** What is wrong with it, said beneath. */
  readonly error?: ReactNode;
  /** Stands at the end of the label's line. */
  readonly aside?: ReactNode;
  /** For codes and addresses. */
  readonly monospaced?: boolean;
}

export function TextField({ label, error, aside, monospaced = false, ...input }: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-base text-ink">
          {label}
        </label>
        {aside}
      </div>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        className={`h-10 w-full rounded-md border border-line-strong bg-surface-raised px-3 text-ink text-lg placeholder:text-ink-quiet focus-visible:-outline-offset-1 aria-invalid:border-bad max-md:h-11 md:text-base ${monospaced ? 'font-mono' : ''}`}
        {...input}
      />
      <p id={errorId} role="alert" className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </div>
  );
}
