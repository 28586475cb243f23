import { useRouter } from '@tanstack/react-router';
import { applyToLatest } from './apply-to-latest.ts';

interface ListSearch {
  readonly page?: number | undefined;
}

interface ChangeOptions {
  readonly replace?: boolean;
}

/**
 * Returns a function that changes the parameters of the screen at this path. It does nothing while the browser is on its way
 * to another screen: the old one still shows then, and a delayed search of it would undo that.
 */
export function useSearchChange<Search extends ListSearch>(path: string, state: Search) {
  const router = useRouter();
  return (search: Search, options?: ChangeOptions) => {
    if (router.latestLocation.pathname.toLowerCase().startsWith(path)) {
      void router.navigate({
        to: path,
        search: applyToLatest(state, search),
        resetScroll: search.page !== state.page,
        ...options,
      });
    }
  };
}
