import type { ReactNode } from 'react';
import { Logo } from '../../domain/product/logo.tsx';
import { usePageTitle } from '../../domain/product/use-page-title.ts';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';

const loadCookiesBlocked = () => import('./cookies-blocked.tsx').then(({ CookiesBlocked }) => CookiesBlocked);

interface AuthLayoutProps {
  /** Also the page name in the document title. */
  readonly title: string;
  readonly description?: string;
  readonly aside?: ReactNode;
  /** Starts higher, so that a long form fits on a laptop's screen. */
  readonly tall?: boolean;
  readonly children: ReactNode;
}

/** One column, aligned to the top so that messages move nothing above them. */
export function AuthLayout({ title, description, aside, tall = false, children }: AuthLayoutProps) {
  usePageTitle(title);
  const { Component: CookiesBlocked } = useLazyComponent(loadCookiesBlocked, areCookiesBlocked());
  return (
    <main
      className={`mx-auto flex w-full max-w-96 flex-col px-4 md:px-6 ${tall ? 'py-8' : 'pt-[max(2.5rem,14vh)] pb-16'}`}
    >
      <Logo height="lg" />
      <div className="mt-8 flex items-center justify-between gap-4">
        <h1 className="font-semibold text-ink text-xl">{title}</h1>
        {aside}
      </div>
      {description === undefined ? null : <p className="mt-1 text-base text-ink-quiet">{description}</p>}
      {CookiesBlocked ? <CookiesBlocked /> : null}
      <div className="mt-6">{children}</div>
    </main>
  );
}

/** Prerendering has no navigator with cookies. */
function areCookiesBlocked(): boolean {
  return navigator.cookieEnabled === false;
}
