import type { OwnAccount } from '@halyard/contract/auth';
import type { ComponentType } from 'react';
import { createStore } from '../../shared/lib/store.ts';

export interface PageBannerProps {
  /** As it was loaded with the page. */
  readonly account: OwnAccount;
}

/** Shown above every screen. The code of the System screen, which an idle browser prefetches, sets it. */
export const pageBanner = createStore<ComponentType<PageBannerProps> | undefined>(undefined);
