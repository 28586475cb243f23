import type { Plugin } from 'vite';

/** Removes sonner's <style> element, which the content security policy forbids. Its CSS file replaces it. */
export function withoutInjectedStyles(): Plugin {
  return {
    name: 'without-injected-styles',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const withoutCall = code.replace(/^__insertCSS\(".*"\);$/m, '');
        if (withoutCall === code) {
          this.error('sonner no longer injects its styles the way this plugin expects');
        }
        return { code: withoutCall, map: null };
      },
    },
  };
}
