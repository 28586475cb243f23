import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

const LOOKS = {
  primary: 'border border-transparent bg-accent text-accent-ink not-data-disabled:hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface-raised text-ink not-data-disabled:hover:bg-surface-sunken',
  quiet:
    'border border-transparent text-ink-quiet not-data-disabled:hover:bg-surface-sunken not-data-disabled:hover:text-ink',
  danger: 'border border-transparent bg-bad text-bad-ink not-data-disabled:hover:bg-bad-strong',
} as const;

const SIZES = {
  md: 'h-8 px-3 max-md:h-11 max-md:px-4',
  lg: 'h-10 px-4 max-md:h-11',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
  /** Shows a spinner and ignores clicks, but keeps its size and focus. */
  readonly busy?: boolean;
  /** Keeps a disabled button focusable. */
  readonly keepsFocus?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'md',
  type = 'button',
  busy = false,
  disabled = false,
  keepsFocus = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const ignoresClicks = busy || (disabled && keepsFocus);
  return (
    <button
      type={type}
      disabled={disabled && !keepsFocus}
      aria-disabled={ignoresClicks || undefined}
      aria-busy={busy || undefined}
      data-disabled={disabled || undefined}
      onClick={ignoresClicks ? preventClick : onClick}
      className={`relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium text-base transition-colors duration-120 ease-out data-disabled:cursor-not-allowed data-disabled:opacity-50 ${LOOKS[variant]} ${SIZES[size]} ${className}`}
      {...rest}
    >
      {busy ? <Spinner className="absolute size-4" /> : null}
      <span className={`inline-flex min-w-0 items-center gap-2 ${busy ? 'opacity-0' : ''}`}>{children}</span>
    </button>
  );
}

function preventClick(event: { preventDefault: () => void }) {
  event.preventDefault();
}
