import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileHints } from './build/compile-hints.ts';
import { withoutInjectedStyles } from './build/without-injected-styles.ts';

/** Code that only the public pages, the account settings and confirmations use. */
const CREDENTIALS =
  /\/src\/domain\/(new-password|step-up|two-factor\/.*set-?up)|\/code-input\.tsx$|\/input-otp\//;

/** Code that only the panels with audit entries use, not the list. */
const AUDIT_ENTRY =
  /\/src\/domain\/audit-entry\/(audit-change|audit-entry-|audit-metadata|audit-timeline|identifier-text)/;

const isShared = (id: string) =>
  /\.(mjs|js|ts|tsx)$/.test(id) && !CREDENTIALS.test(id) && !AUDIT_ENTRY.test(id);

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutInjectedStyles(), compileHints()],
  // ES modules let a worker load rarely used parts on demand.
  worker: { format: 'es' },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group includes its modules' dependencies. All other code is split by screen and dialog.
          groups: [
            { name: 'start', test: /\/src\/app\/main\.ts$/, priority: 2 },
            { name: 'shared', test: isShared, minShareCount: 2, priority: 1 },
            { name: 'audit-entry', test: AUDIT_ENTRY, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
