interface SpinnerProps {
  /** Accessible name, if nothing else describes the progress. */
  readonly label?: string;
  readonly className?: string;
}

export function Spinner({ label, className = 'size-5' }: SpinnerProps) {
  const wheel = (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={`animate-spin ${className}`}>
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
  return label === undefined ? (
    wheel
  ) : (
    <span role="status" className="inline-flex">
      {wheel}
      <span className="sr-only">{label}</span>
    </span>
  );
}
