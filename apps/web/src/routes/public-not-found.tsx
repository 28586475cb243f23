import { usePageTitle } from '../domain/product/use-page-title.ts';
import { NotFoundPage } from '../features/not-found/not-found-page.tsx';

export function PublicNotFound() {
  usePageTitle('Not found');
  return (
    <main className="flex min-h-dvh flex-col">
      <NotFoundPage />
    </main>
  );
}
