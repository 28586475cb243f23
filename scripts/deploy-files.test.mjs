import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { REPOSITORY } from './repository.mjs';

const DEPLOY = path.join(REPOSITORY, 'deploy');

/** @param {string[]} place */
const read = (...place) => readFileSync(path.join(DEPLOY, ...place), 'utf8');

/** The names of all variables of the product. */
const VARIABLES = new Set(
  [
    ...readFileSync(path.join(REPOSITORY, 'docs', 'operating', 'configure.md'), 'utf8').matchAll(
      /`([A-Z][A-Z_]+)`/g,
    ),
  ].map(([, name]) => name),
);
/** Of Node.js and the C library. */
const OTHERS = new Set(['NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX']);

/** @param {string[]} names */
function expectVariables(names) {
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !VARIABLES.has(name.replace(/_FILE$/, '')) && !OTHERS.has(name))).toEqual([]);
}

/**
 * Names of variables that are set on one line.
 *
 * @param {string} line
 */
function namesIn(line) {
  return [...line.matchAll(/(?:^|[ "])([A-Z_]+)=/g)].map(([, name = '']) => name);
}

describe('the image', () => {
  const dockerfile = read('docker', 'Dockerfile');

  it('has pinned bases, runs as another account than root, and checks its health', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^node:24\.\d+\.\d+-\w+-slim$/);
    expect(dockerfile).toMatch(/^USER (?!root)\w+$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n? *CMD/m);
  });

  it('sets only variables that there are', () => {
    const [, line = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
    expectVariables(namesIn(line));
  });
});

describe('the compose file', () => {
  const { services, secrets } = parse(read('docker', 'compose.yaml'));

  it('has pinned images, and a read-only root file system without capabilities for Halyard', () => {
    for (const { image } of Object.values(services)) if (image) expect(image).toMatch(/:\d+\.\d+/);
    expect(services.halyard).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('runs the PostgreSQL whose client tools the image has', () => {
    const sources = [...read('docker', 'Dockerfile').matchAll(/--from=(postgres\S+)/g)];
    expect(new Set(sources.map(([, source]) => source))).toEqual(new Set([services.database.image]));
  });

  it('sets only variables that there are, and gives each secret as a file', () => {
    const environment = services.halyard.environment;
    expectVariables(Object.keys(environment));
    const files = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'));
    expect(files.map((file) => path.basename(file)).toSorted()).toEqual(services.halyard.secrets.toSorted());
    for (const name of services.halyard.secrets) expect(secrets).toHaveProperty(name);
  });
});

it('the systemd unit sets only variables that there are', () => {
  const lines = [...read('systemd', 'halyard.service').matchAll(/^Environment=(.*)$/gm)].map(
    ([, line]) => line ?? '',
  );
  expectVariables(lines.flatMap(namesIn));
});

it('the Helm chart sets only variables that there are, and every value that it reads has a default', () => {
  const directory = path.join(DEPLOY, 'helm', 'halyard', 'templates');
  const templates = readdirSync(directory).map((file) => readFileSync(path.join(directory, file), 'utf8'));
  const names = templates.flatMap((text) =>
    [...text.matchAll(/\{ name: ([A-Z_]+),/g)].map(([, name]) => name ?? ''),
  );
  expectVariables(names);
  const values = parse(read('helm', 'halyard', 'values.yaml'));
  for (const text of templates) {
    for (const [, place = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      const keys = place.split('.');
      expect(
        keys.reduce((value, key) => value?.[key], values),
        place,
      ).toBeDefined();
    }
  }
});

it.each([
  'proxies/traefik.yaml',
  'monitoring/alerts.yaml',
  'helm/halyard/Chart.yaml',
  'helm/halyard/values.yaml',
])('%s is YAML without errors or warnings', (file) => {
  for (const { errors, warnings } of parseAllDocuments(read(file))) {
    expect([...errors, ...warnings]).toEqual([]);
  }
});

/** @param {string} command @param {string[]} args */
function succeeds(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
}

/** @param {string} command @param {string[]} args */
const isInstalled = (command, args) => spawnSync(command, args).status === 0;

describe('with the tool that reads it', () => {
  it.skipIf(!isInstalled('haproxy', ['-v']))('haproxy accepts its file', () => {
    succeeds('haproxy', ['-c', '-f', path.join(DEPLOY, 'proxies', 'haproxy.cfg')]);
  });

  it.skipIf(!isInstalled('caddy', ['version']))('Caddy accepts its file', () => {
    succeeds('caddy', [
      'validate',
      '--adapter',
      'caddyfile',
      '--config',
      path.join(DEPLOY, 'proxies', 'Caddyfile'),
    ]);
  });

  it.skipIf(!isInstalled('nginx', ['-v']) || !isInstalled('openssl', ['version']))(
    'nginx accepts its file',
    () => {
      const directory = mkdtempSync(path.join(tmpdir(), 'halyard-nginx-'));
      const [key, certificate] = [path.join(directory, 'key.pem'), path.join(directory, 'certificate.pem')];
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
      succeeds('openssl', [...made, '-subj', '/CN=admin.example.com', '-days', '1']);
      const file = path.join(directory, 'nginx.conf');
      const text = read('proxies', 'nginx.conf')
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
        // Only root may listen on these ports.
        .replace(/listen (80|443)/g, `listen unix:${directory}/$1`);
      // An ordinary account may not write to the folder of Debian's log.
      const log = `access_log ${path.join(directory, 'access.log')};`;
      const ownLog = text.replace('http {', `http { ${log}`);
      writeFileSync(file, `pid ${path.join(directory, 'nginx.pid')};\n${ownLog}`);
      succeeds('nginx', ['-t', '-q', '-c', file, '-e', path.join(directory, 'error.log')]);
      rmSync(directory, { recursive: true });
    },
  );

  it.skipIf(!isInstalled('promtool', ['--version']))('promtool accepts the alert rules', () => {
    succeeds('promtool', ['check', 'rules', path.join(DEPLOY, 'monitoring', 'alerts.yaml')]);
  });

  it.skipIf(!isInstalled('helm', ['version']))('Helm accepts the chart', () => {
    const given = ['publicUrl=https://a.example.com', 'trustedProxies=10.0.0.1', 'existingSecret=halyard'];
    succeeds('helm', ['lint', '--strict', '--set', given.join(), path.join(DEPLOY, 'helm', 'halyard')]);
  });
});
