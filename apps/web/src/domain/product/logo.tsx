import type { LOGO_HEIGHTS } from '@halyard/contract/constants';
import mark from './mark-light.svg?inline';
import { useRuntimeSettings } from './use-runtime-settings.ts';

const MARK_HEIGHTS: Record<keyof typeof LOGO_HEIGHTS, string> = {
  sm: 'h-[1rem]',
  md: 'h-[1.5rem]',
  lg: 'h-[2rem]',
  xl: 'h-[2.5rem]',
};

const WORD_SIZES: Record<keyof typeof LOGO_HEIGHTS, string> = {
  sm: 'gap-1.5 text-base',
  md: 'gap-2 text-lg',
  lg: 'gap-2.5 text-xl',
  xl: 'gap-3 text-2xl',
};

const INKS = { theme: 'text-ink', light: 'text-black', dark: 'text-white' } as const;

interface LogoProps {
  readonly variant?: 'full' | 'mini' | 'icon';
  readonly height?: keyof typeof LOGO_HEIGHTS;
  readonly ground?: keyof typeof INKS;
}

export function Logo({ variant = 'full', height = 'md', ground = 'theme' }: LogoProps) {
  const { productName } = useRuntimeSettings();
  return (
    <span className={`inline-flex min-w-0 items-center ${WORD_SIZES[height]} ${INKS[ground]}`}>
      <img
        src={mark}
        // The browser parses an SVG image as a separate document, so load it after the text.
        loading="lazy"
        alt={`${productName} Pay`}
        data-ground={ground}
        className={`logo-mark aspect-square w-auto max-w-none ${MARK_HEIGHTS[height]}`}
      />
      {variant === 'icon' ? null : (
        <span aria-hidden="true" className="truncate font-semibold tracking-tight">
          {productName}
          {variant === 'full' ? <span className="opacity-75"> Pay</span> : null}
        </span>
      )}
    </span>
  );
}
