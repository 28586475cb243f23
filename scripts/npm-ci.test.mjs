import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installEnvironment } from './install-environment.mjs';
import { npmCi } from './npm-ci.mjs';

const ignoreStart = () => undefined;

/** @type {string} */
let directory;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'halyard-npm-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

it('npmCi runs no install script', { timeout: 60_000 }, async () => {
  const install = 'node -e "require(`node:fs`).writeFileSync(`ran`, ``)"';
  const noisy = path.join(directory, 'noisy');
  await mkdir(noisy);
  const dependency = {
    name: 'noisy',
    version: '1.0.0',
    scripts: { preinstall: install, postinstall: install },
  };
  await writeFile(path.join(noisy, 'package.json'), JSON.stringify(dependency));
  execFileSync('npm', ['pack', '--pack-destination', directory], { cwd: noisy, stdio: 'ignore' });
  const root = { name: 'root', version: '1.0.0', dependencies: { noisy: 'file:noisy-1.0.0.tgz' } };
  await writeFile(path.join(directory, 'package.json'), JSON.stringify(root));
  execFileSync('npm', ['install', '--package-lock-only'], { cwd: directory, stdio: 'ignore' });
  vi.stubEnv('npm_config_ignore_scripts', undefined);
  vi.stubEnv('npm_config_dangerously_allow_all_scripts', 'true');
  await npmCi(directory, ignoreStart);
  expect(await readdir(path.join(directory, 'node_modules', 'noisy'))).toEqual(['package.json']);
});

it.skipIf(process.platform === 'win32')('npmCi keeps the settings of the product from npm', async () => {
  const seen = path.join(directory, 'seen');
  const npm = path.join(directory, 'npm');
  await writeFile(npm, `#!/bin/sh\nenv > '${seen}'\n`);
  await chmod(npm, 0o755);
  vi.stubEnv('npm_execpath', undefined);
  vi.stubEnv('PATH', `${directory}${path.delimiter}${process.env['PATH']}`);
  vi.stubEnv('MASTER_KEY', 'a secret key');
  vi.stubEnv('DATABASE_URL', 'postgres://user:secret@host/halyard');
  vi.stubEnv('npm_config_registry', 'https://registry.example.com/');
  await npmCi(directory, ignoreStart);
  const environment = await readFile(seen, 'utf8');
  expect(environment).toMatch(/^PATH=/m);
  expect(environment).toMatch(/^npm_config_registry=/m);
  expect(environment).not.toMatch(/secret/);
});

it.each(['SMTP_URL', 'ADMIN_PASSWORD', 'TRON_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'npm_package_name'])(
  'installEnvironment leaves out %s',
  (name) => expect(installEnvironment({ [name]: 'x' })).toEqual({}),
);

it.each([
  'PATH',
  'https_proxy',
  'HTTPS_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'npm_config_cache',
  'HOME',
  'SystemRoot',
])('installEnvironment keeps %s', (name) =>
  expect(installEnvironment({ [name]: 'x' })).toEqual({ [name]: 'x' }),
);
