import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

const LOOKS = {
  primary: 'bg-accent text-accent-ink enabled:hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface-raised text-ink enabled:hover:bg-surface-sunken',
  quiet: 'text-ink-quiet enabled:hover:bg-surface-sunken enabled:hover:text-ink',
  danger: 'bg-bad text-bad-ink enabled:hover:bg-bad-strong',
} as const;

const SIZES = {
  md: 'h-8 px-3 max-md:h-11 max-md:px-4',
  lg: 'h-10 px-4 max-md:h-11',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
  /** While true it shows that it works and takes no press, but keeps its place and its focus. */
  readonly busy?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'md',
  type = 'button',
  busy = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? preventPress : onClick}
      className={`relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium text-base transition-colors duration-120 ease-out disabled:cursor-not-allowed disabled:opacity-50 ${LOOKS[variant]} ${SIZES[size]} ${className}`}
      {...rest}
    >
      {busy ? <Spinner className="absolute size-4" /> : null}
      <span className={`inline-flex items-center gap-2 ${busy ? 'opacity-0' : ''}`}>{children}</span>
    </button>
  );
}

function preventPress(event: { preventDefault: () => void }) {
  event.preventDefault();
}
