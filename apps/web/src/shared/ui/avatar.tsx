import { useState } from 'react';

interface AvatarProps {
  /** Stands in where there is no picture, or where it does not load. */
  readonly letters: string;
  readonly src?: string | undefined;
}

/** A round picture of 28 px, or letters in its place. It is decoration: the name stands beside it. */
export function Avatar({ letters, src }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-7 shrink-0 select-none items-center justify-center overflow-hidden rounded-full bg-accent-soft font-medium text-ink text-xs"
    >
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          width={28}
          height={28}
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
