import { SYSTEM } from '@halyard/contract/runtime-settings';
import { lazyRouteComponent } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { useRuntimeSettings } from '../domain/product/use-runtime-settings.ts';
import { pageBanner } from '../domain/shell/page-banner.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { FeedBanner } from '../features/system/feed-banner.tsx';
import { SystemPage } from '../features/system/system-page.tsx';
import type { Prefetch } from './screen-loader.ts';

pageBanner.set(FeedBanner);

const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound');

/** A server that answers only the specification does not report its state. */
export function System() {
  const { screens } = useRuntimeSettings();
  if (screens === undefined) {
    return null;
  }
  return screens.includes(SYSTEM) ? <SystemScreen /> : <NotFound />;
}

function SystemScreen() {
  usePageTitle(SCREEN_HEADINGS['/system']);
  return <SystemPage />;
}

/** Nothing, because a server without this screen must not be asked for it. */
export const prefetch: Prefetch = async () => undefined;
