import { useEffect } from 'react';
import { useRuntimeSettings } from './use-runtime-settings.ts';

/** `{page name} | Admin | {product name}`. */
export function pageTitle(pageName: string, productName: string): string {
  return `${pageName} | Admin | ${productName}`;
}

/** Puts the screen's own heading into the title of the window. */
export function usePageTitle(pageName: string): void {
  const { productName } = useRuntimeSettings();
  useEffect(() => {
    const title = pageTitle(pageName, productName);
    // Pages with a frame have theirs already.
    if (document.title !== title) {
      document.title = title;
    }
  }, [pageName, productName]);
}
