import { PAGE_PATHS } from '@halyard/contract/constants';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createApp } from './create-app.ts';

it('the router has exactly the paths that the server serves as pages', async () => {
  const { fetchScreens } = createApp({ history: createMemoryHistory({ initialEntries: ['/login'] }) });
  const { router } = await fetchScreens();
  const paths = Object.keys(router.routesByPath).filter((path) => !path.includes('$'));
  expect(paths.toSorted()).toEqual(PAGE_PATHS.toSorted());
});
