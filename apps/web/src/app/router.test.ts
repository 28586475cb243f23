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

it.each([
  ['/users%?search=100%', '/users%25?search=100%'],
  ['/%ff#top', '/%25ff#top'],
  ['/users/%E2%82%AC', '/users/%E2%82%AC'],
])('the app opens %s at %s', async (path, href) => {
  const history = createMemoryHistory({ initialEntries: [path] });
  const { fetchScreens } = createApp({ history });
  await fetchScreens();
  expect(history.location.href).toBe(href);
});
