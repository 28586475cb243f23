import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import config from '../.dependency-cruiser.mjs';
import { packageBinary } from './package-binary.mjs';
import { REPOSITORY } from './repository.mjs';

/** @type {[rule: string, from: string, to: string][]} */
const violations = [
  ['web: routes imports only lower layers', 'apps/web/src/routes/a.tsx', 'apps/web/src/app/a.tsx'],
  [
    'web: features imports only lower layers',
    'apps/web/src/features/users/b.tsx',
    'apps/web/src/routes/b.tsx',
  ],
  [
    'web: domain imports only lower layers',
    'apps/web/src/domain/session/c.ts',
    'apps/web/src/features/users/c.ts',
  ],
  [
    'web: shared imports only lower layers',
    'apps/web/src/shared/ui/d.tsx',
    'apps/web/src/domain/session/d.ts',
  ],
  [
    'web: a feature imports no other feature',
    'apps/web/src/features/users/e.ts',
    'apps/web/src/features/merchants/e.ts',
  ],
  [
    'web and server meet only in the contract',
    'apps/web/src/domain/session/f.ts',
    'apps/server/src/config/f.ts',
  ],
  ['server: product imports only lower layers', 'apps/server/src/product.ts', 'apps/server/src/main.ts'],
  ['server: worker imports only lower layers', 'apps/server/src/worker.ts', 'apps/server/src/product.ts'],
  ['server: app imports only lower layers', 'apps/server/src/app.ts', 'apps/server/src/main.ts'],
  [
    'server: features imports only lower layers',
    'apps/server/src/features/auth/g.ts',
    'apps/server/src/app.ts',
  ],
  [
    'server: http imports only lower layers',
    'apps/server/src/http/h.ts',
    'apps/server/src/features/auth/h.ts',
  ],
  ['server: infra imports only lower layers', 'apps/server/src/infra/db/i.ts', 'apps/server/src/http/i.ts'],
  [
    'server: a feature imports no other feature',
    'apps/server/src/features/auth/j.ts',
    'apps/server/src/features/users/j.ts',
  ],
  [
    'server: settings are passed as arguments, not imported (except their types)',
    'apps/server/src/infra/db/k.ts',
    'apps/server/src/config/k.ts',
  ],
  ['server and web meet only in the contract', 'apps/server/src/http/l.ts', 'apps/web/src/shared/lib/l.ts'],
  [
    'the contract imports neither server nor web',
    'packages/contract/src/m.ts',
    'apps/server/src/infra/db/m.ts',
  ],
  ['the contract imports only zod', 'packages/contract/src/n.ts', 'node_modules/kysely/dist/index.js'],
  ['the audit proof imports nothing', 'packages/audit-proof/src/n.ts', 'packages/contract/src/constants.ts'],
  [
    'the client is for others: the product does not import it',
    'apps/web/src/shared/lib/s.ts',
    'packages/client/src/halyard-client.mjs',
  ],
  ['the client imports only openapi-fetch', 'packages/client/src/t.mjs', 'node_modules/kysely/dist/index.js'],
  [
    'production code imports no tests or development tools',
    'apps/server/src/infra/db/o.ts',
    'apps/server/src/infra/db/o.test.ts',
  ],
  ['every import resolves', 'apps/server/src/infra/db/p.ts', './nowhere.ts'],
  ['no cycles', 'apps/web/src/shared/lib/q.ts', 'apps/web/src/shared/lib/r.ts'],
];

/** @type {string} */
let copy;

/** @param {string} from @param {string} to */
function importOf(from, to) {
  if (to.startsWith('node_modules/')) return 'kysely';
  if (to.startsWith('./')) return to;
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(path.join(copy, path.dirname(file)), { recursive: true });
  await writeFile(path.join(copy, file), text);
}

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'halyard-layers-'));
  await cp(path.join(REPOSITORY, '.dependency-cruiser.mjs'), path.join(copy, '.dependency-cruiser.mjs'));
  await symlink(path.join(REPOSITORY, 'node_modules'), path.join(copy, 'node_modules'));
  for (const [, , to] of violations) {
    if (!to.includes('node_modules/') && !to.startsWith('./')) await write(to, 'export const planted = 1;\n');
  }
  await write('apps/web/src/shared/lib/r.ts', "export { planted } from './q.ts';\n");
  for (const [, from, to] of violations) {
    await write(
      from,
      `export const load = async () => await import('${importOf(from, to)}');\nexport const planted = 2;\n`,
    );
  }
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

it('the layer check finds a violation of each rule', async () => {
  const command = [packageBinary('dependency-cruiser', 'depcruise'), '--config=.dependency-cruiser.mjs'];
  const result = await promisify(execFile)(
    process.execPath,
    [...command, '--output-type=json', 'apps', 'packages'],
    {
      cwd: copy,
      maxBuffer: 2 ** 26,
    },
  ).catch((error) => error);
  /** @type {{ summary: { violations: { from: string, to: string, rule: { name: string } }[] } }} */
  const { summary } = JSON.parse(result.stdout);
  const caught = summary.violations.map(({ from, rule }) => `${rule.name} | ${from}`);
  expect(caught).toEqual(expect.arrayContaining(violations.map(([rule, from]) => `${rule} | ${from}`)));
  expect(new Set(violations.map(([rule]) => rule))).toEqual(
    new Set(config.forbidden.map(({ name }) => name)),
  );
});
