import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageBinary } from './package-binary.mjs';
import { REPOSITORY } from './repository.mjs';

/** @type {{ rule: string, file: string, code: string, allowedIn?: string }[]} */
const restrictions = [
  {
    rule: 'noRestrictedImports',
    file: 'apps/web/src/domain/shell/toast.ts',
    code: "import { toast } from 'sonner';\nexport const x = toast;\n",
    allowedIn: 'apps/web/src/shared/ui/toast.ts',
  },
  {
    rule: 'noRestrictedImports',
    file: 'apps/web/src/features/auth/code-input.ts',
    code: "import { OTPInput } from 'input-otp';\nexport const x = OTPInput;\n",
    allowedIn: 'apps/web/src/shared/ui/code-input.ts',
  },
  {
    rule: 'noRestrictedImports',
    file: 'apps/web/src/features/auth/qr-code.ts',
    code: "import { toString } from 'qrcode';\nexport const x = toString;\n",
    allowedIn: 'apps/web/src/shared/ui/qr-code.ts',
  },
  {
    rule: 'noRestrictedGlobals',
    file: 'apps/web/src/shared/lib/network.ts',
    code: "export const x = async () => await fetch('/');\n",
    allowedIn: 'apps/web/src/shared/api/network.ts',
  },
  {
    rule: 'noProcessEnv',
    file: 'apps/server/src/http/environment.ts',
    code: "export const x = process.env['PORT'];\n",
    allowedIn: 'apps/server/src/config/environment.ts',
  },
  {
    rule: 'noDefaultExport',
    file: 'apps/server/src/http/default.ts',
    code: 'export default 1;\n',
    allowedIn: 'apps/web/vite.config.ts',
  },
  {
    rule: 'useFilenamingConvention',
    file: 'apps/server/src/http/camelCase.ts',
    code: 'export const x = 1;\n',
    allowedIn: 'apps/server/src/http/kebab-case.ts',
  },
  { rule: 'noExplicitAny', file: 'apps/server/src/http/any.ts', code: 'export const x = (y: any) => y;\n' },
  {
    rule: 'noNonNullAssertion',
    file: 'apps/server/src/http/assertion.ts',
    code: 'export const x = (y?: string) => y!;\n',
  },
  {
    rule: 'noFloatingPromises',
    file: 'apps/server/src/http/floating.ts',
    code: 'async function later() {}\nexport const x = () => {\n  later();\n};\n',
  },
  { rule: 'noBarrelFile', file: 'apps/server/src/http/barrel.ts', code: "export * from './any.ts';\n" },
  {
    rule: 'useImportType',
    file: 'apps/server/src/http/import-type.ts',
    code: "import { X } from './any.ts';\nexport const x = (y: X) => y;\n",
  },
];

/** @type {string} */
let copy;
/** @type {Set<string>} */
let found;

/** @param {string} file @param {string} code */
async function write(file, code) {
  await mkdir(path.join(copy, path.dirname(file)), { recursive: true });
  await writeFile(path.join(copy, file), code);
}

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'halyard-lint-'));
  const config = JSON.parse(await readFile(path.join(REPOSITORY, 'biome.json'), 'utf8'));
  await write('biome.json', JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }));
  for (const { file, code, allowedIn } of restrictions) {
    await write(file, code);
    if (allowedIn !== undefined) await write(allowedIn, code);
  }
  const biome = packageBinary('@biomejs/biome', 'biome');
  const result = await promisify(execFile)(
    process.execPath,
    [biome, 'lint', '--reporter=json', '--max-diagnostics=none'],
    { cwd: copy },
  ).catch((error) => error);
  /** @type {{ diagnostics: { category: string, location: { path: string } }[] }} */
  const { diagnostics } = JSON.parse(result.stdout);
  found = new Set(
    diagnostics.map(({ category, location }) => `${category.split('/').at(-1)} ${location.path}`),
  );
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

describe('lint rules', () => {
  it.each(restrictions)('$rule is reported in $file', ({ rule, file, allowedIn }) => {
    expect(found).toContain(`${rule} ${file}`);
    if (allowedIn !== undefined) expect(found).not.toContain(`${rule} ${allowedIn}`);
  });
});
