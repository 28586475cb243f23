import { useEffect } from 'react';
import { useRuntimeSettings } from './use-runtime-settings.ts';

/** `{page name} | Admin | {product name}`. */
export function pageTitle(pageName: string, productName: string): string {
  return `${pageName} | Admin | ${productName}`;
}

/** Sets the window's title to the screen's heading. */
export function usePageTitle(pageName: string): void {
  const { productName } = useRuntimeSettings();
  useEffect(() => {
    const title = pageTitle(pageName, productName);
    // The server already sets the title of most pages.
    if (document.title !== title) {
      document.title = title;
    }
  }, [pageName, productName]);
}
