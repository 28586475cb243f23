import { usePageTitle } from '../domain/product/use-page-title.ts';
import { NotFoundPage } from '../features/not-found/not-found-page.tsx';

export function NotFound() {
  usePageTitle('Not found');
  return <NotFoundPage />;
}
