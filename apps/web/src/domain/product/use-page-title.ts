import { useEffect } from 'react';
import { useRuntimeSettings } from './use-runtime-settings.ts';

export function pageTitle(pageName: string, productName: string): string {
  return `${pageName} | Admin | ${productName}`;
}

export function usePageTitle(pageName: string): void {
  const { productName } = useRuntimeSettings();
  useEffect(() => {
    const title = pageTitle(pageName, productName);
    // The server has already set most titles.
    if (document.title !== title) {
      document.title = title;
    }
  }, [pageName, productName]);
}
