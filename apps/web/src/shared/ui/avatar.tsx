import { useState } from 'react';

const SIZES = {
  md: { pixels: 28, className: 'size-7 text-xs' },
  lg: { pixels: 64, className: 'size-16 text-xl' },
} as const;

interface AvatarProps {
  /** Fallback for a missing image. */
  readonly letters: string;
  readonly src?: string | undefined;
  readonly size?: keyof typeof SIZES;
}

/** Round image of 28 or 64 px, or letters. Decorative, because the name is next to it. */
export function Avatar({ letters, src, size = 'md' }: AvatarProps) {
  const { pixels, className } = SIZES[size];
  const [brokenSrc, setBrokenSrc] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full bg-accent-soft font-medium text-ink group-data-open/row:bg-surface-raised ${className}`}
    >
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        letters
      )}
    </span>
  );
}
