import { type ComponentProps, useId } from 'react';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  readonly label: string;
  readonly hint: string;
}

export function TextArea({ label, hint, ...textarea }: TextAreaProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-base text-ink">
        {label}
      </label>
      <textarea
        id={id}
        aria-describedby={hintId}
        dir="auto"
        rows={3}
        className="field-sizing-content max-h-60 min-h-20 w-full resize-y rounded-md border border-line-strong bg-surface-raised px-3 py-2 text-ink text-lg placeholder:text-ink-quiet focus-visible:-outline-offset-1 md:text-base"
        {...textarea}
      />
      <p id={hintId} className="text-ink-quiet text-sm">
        {hint}
      </p>
    </div>
  );
}
