const WEB = '^apps/web/src';
const SERVER = '^apps/server/src';
const FEATURE_FILE = /** @type {const} */ ({
  web: `${WEB}/features/([^/]+)/`,
  server: `${SERVER}/features/([^/]+)/`,
});

/** Tests run against the whole product, so they may import from every layer. */
const TEST = '\\.test\\.tsx?$';

/**
 * Returns a rule: files below `from` must not import files below `to`.
 * @param {string} name
 * @param {string} from
 * @param {readonly string[]} to
 */
function forbid(name, from, to) {
  return {
    name,
    severity: /** @type {const} */ ('error'),
    from: { path: from, pathNot: TEST },
    to: { path: [...to] },
  };
}

/**
 * Returns rules for the layers of a source tree, highest first: a layer must not import a higher one.
 * @param {string} name
 * @param {string} root
 * @param {readonly string[]} layers
 */
function oneWay(name, root, layers) {
  return layers
    .slice(1)
    .map((layer, index) =>
      forbid(`${name}: ${layer.replace(/\W.*$/, '')} imports only lower layers`, `${root}/${layer}`, [
        ...layers.slice(0, index + 1).map((above) => `${root}/${above}`),
      ]),
    );
}

/** The layers of docs/architecture.md. `scripts/layers.test.mjs` tests each rule. */
export default {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    ...oneWay('web', WEB, ['app/', 'routes/', 'features/', 'domain/', 'shared/']),
    ...oneWay('server', SERVER, [
      'main\\.ts',
      'product\\.ts',
      'worker\\.ts',
      'app\\.ts',
      'features/',
      'http/',
      'infra/',
    ]),
    {
      name: 'web: a feature imports no other feature',
      severity: 'error',
      from: { path: FEATURE_FILE.web },
      to: { path: `${WEB}/features/`, pathNot: `${WEB}/features/$1/` },
    },
    {
      name: 'server: a feature imports no other feature',
      severity: 'error',
      from: { path: FEATURE_FILE.server },
      to: { path: `${SERVER}/features/`, pathNot: `${SERVER}/features/$1/` },
    },
    {
      name: 'server: settings are passed as arguments, not imported (except their types)',
      severity: 'error',
      from: { path: [`${SERVER}/features/`, `${SERVER}/http/`, `${SERVER}/infra/`] },
      to: { path: `${SERVER}/config/`, dependencyTypesNot: ['type-only'] },
    },
    forbid('web and server meet only in the contract', `${WEB}/`, ['^apps/server/']),
    forbid('server and web meet only in the contract', `${SERVER}/`, ['^apps/web/']),
    forbid('the contract imports neither server nor web', '^packages/contract/src/', ['^apps/']),
    {
      name: 'the contract imports only zod',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TEST },
      to: { pathNot: ['^packages/contract/src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'the audit proof imports nothing',
      severity: 'error',
      from: { path: '^packages/audit-proof/src/', pathNot: TEST },
      to: { pathNot: ['^packages/audit-proof/src/'] },
    },
    forbid('the client is for others: the product does not import it', '^apps/', ['^packages/client/']),
    {
      name: 'the client imports only openapi-fetch',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: ['^packages/client/src/', '(^|/)node_modules/openapi-fetch/'] },
    },
    {
      name: 'production code imports no tests or development tools',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST },
      to: { path: ['\\.test\\.tsx?$', '^apps/[^/]+/test/', '(^|/)node_modules/(vitest|@testing-library)/'] },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no parser API. swc also finds type-only and lazy imports.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['^apps/[^/]+/dist/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
