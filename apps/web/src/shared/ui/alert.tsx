import type { ReactNode } from 'react';

const LOOKS = {
  destructive: { frame: 'border-bad bg-bad-soft', icon: 'text-bad' },
  warning: { frame: 'border-warn bg-warn-soft', icon: 'text-warn' },
} as const;

interface AlertProps {
  readonly variant: keyof typeof LOOKS;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Alert({ variant, title, children }: AlertProps) {
  const { frame, icon } = LOOKS[variant];
  return (
    <div role="alert" className={`flex gap-3 rounded-md border px-3.5 py-3 ${frame}`}>
      <svg
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${icon}`}
      >
        <circle cx="8" cy="8" r="6.75" />
        <path d="M8 4.75v4M8 11.25v.01" />
      </svg>
      <div className="min-w-0 flex-1">
        <p className="font-medium text-base text-ink">{title}</p>
        {children}
      </div>
    </div>
  );
}
