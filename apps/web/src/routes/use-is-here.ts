import { useRouter } from '@tanstack/react-router';

/**
 * Returns whether the browser is at this path, and not on its way to another screen. A change of the URL by the old screen,
 * which still shows meanwhile, would undo that.
 */
export function useIsHere(path: string): () => boolean {
  const router = useRouter();
  return () => router.latestLocation.pathname.toLowerCase().startsWith(path);
}
