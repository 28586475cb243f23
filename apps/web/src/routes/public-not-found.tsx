import { NotFoundPage } from '../features/not-found/not-found-page.tsx';

/** "Not found" outside the admin shell. */
export function PublicNotFound() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
