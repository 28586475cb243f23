import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileHints } from './build/compile-hints.ts';
import { devPage } from './build/dev-page.ts';
import { withoutInjectedStyles } from './build/without-injected-styles.ts';

/** Code that only the public pages, the account settings and confirmations use. */
const CREDENTIALS =
  /\/src\/(shared\/lib\/save-file|domain\/(new-password|step-up|two-factor\/.*set-?up|backup-codes\/.*(save-reminder|backup-codes-panel)))|\/(code-input|password-field|copy-button|not-found-page|key-caps)\.tsx$|\/(password-strength|code-text)\.ts$|\/icons\/map-pin-off\.mjs$|\/input-otp\//;

/** Code that only details of audit entries use. */
const AUDIT_ENTRY =
  /\/src\/domain\/audit-entry\/(audit-change|audit-entry-|audit-metadata|audit-timeline|identifier-text)/;

/** Code that only panels, dialogs and the screens with tabs use. */
const PANELS =
  /\/src\/(domain\/timeline\/timeline-tab|domain\/amount\/(amount|amount-text|amount-with-usd|currency-amount|wrappable-number)|domain\/network\/(network-icon|explorer-link|asset\.ts)|domain\/order-status\/order-status-badge|domain\/transaction\/|features\/wallets\/transactions\/(?!ledger-labels)|shared\/ui\/(tabs|web-address|record-load-error|fact-list|long-text|panel-section|related-fact|overlay\/(slide-over-title|dialog)))|\/icons\/external-link\.mjs$/;

/** Code that only decisions with a reason use. */
const REASON = /\/src\/(domain\/reason\/|shared\/ui\/field\/text-area)/;

/** Code of timelines, which the panels of merchants and orders and the exceptions' screen use, too. */
const EVENTS = /\/src\/domain\/(timeline\/details-and-timeline|exceptions\/exception-labels)/;

/** Code that only the System screen and the first steps use. */
const COMMANDS = /\/src\/domain\/getting-started\/command-line/;

/** Code that only lists with fields for days use. */
const DAYS = /\/src\/shared\/ui\/field\/day-fields?\.tsx$/;

/** Code that only the lists of orders and transactions use. */
const ASSET_FILTERS = /\/src\/domain\/network\/asset-filter/;

/** Code of one screen that its lazily loaded parts use, too. */
const OF_ONE_SCREEN =
  /\/src\/features\/(orders\/|overview\/revenue\/|wallets\/(wallets-queries|listed-wallet|outbound\/))/;

const isShared = (id: string) =>
  /\.(mjs|js|ts|tsx)$/.test(id) &&
  ![CREDENTIALS, AUDIT_ENTRY, PANELS, REASON, EVENTS, DAYS, ASSET_FILTERS, COMMANDS, OF_ONE_SCREEN].some(
    (own) => own.test(id),
  );

/** The server that `npm run dev` starts. */
const DEV_SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutInjectedStyles(), compileHints(), devPage()],
  server: { proxy: { '/api': DEV_SERVER, '/config.json': DEV_SERVER } },
  // React has had this hook since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
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
            { name: 'start', test: /\/src\/app\/main\.ts$/, priority: 3 },
            { name: 'screens', test: /\/src\/app\/screens\.tsx$/, priority: 2 },
            { name: 'shared', test: isShared, minShareCount: 2, priority: 1 },
            { name: 'panels', test: PANELS, minShareCount: 2 },
            { name: 'reason', test: REASON, minShareCount: 2 },
            { name: 'days', test: DAYS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
