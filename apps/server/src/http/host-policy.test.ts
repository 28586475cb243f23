import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createHostPolicy } from './host-policy.ts';

const to = (host: string | undefined, url = '/login', ips: string[] | undefined = undefined) =>
  ({ headers: { host }, url, ips }) as FastifyRequest;

describe('createHostPolicy with a public URL', () => {
  const isOwnHost = createHostPolicy('https://Admin.example.com');

  it.each([
    ['admin.example.com', true],
    ['ADMIN.example.com', true],
    ['admin.example.com:8443', false],
    ['admin.example.com.evil.example', false],
    ['evil.example', false],
    ['localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['192.168.0.7', true],
    ['[::1]:3000', true],
    ['localhost:80@evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['', false],
    [undefined, true],
  ])('checks the host %s: %s', (host, expected) => {
    expect(isOwnHost(to(host))).toBe(expected);
  });

  it('accepts any host on paths that are not for browsers', () => {
    for (const url of ['/healthz', '/readyz?from=probe', '/api/platform/v1/users']) {
      expect(isOwnHost(to('halyard.internal', url)), url).toBe(true);
    }
    for (const url of ['/healthz/../users', '/api/admin/v1/auth/me', '/api/platform']) {
      expect(isOwnHost(to('halyard.internal', url)), url).toBe(false);
    }
  });

  it('accepts any host from a trusted proxy', () => {
    expect(isOwnHost(to('halyard', '/login', ['10.0.0.1', '192.0.2.7']))).toBe(true);
    expect(isOwnHost(to('halyard', '/login', ['10.0.0.1']))).toBe(false);
  });
});

it('createHostPolicy without a public URL accepts only addresses and localhost', () => {
  const isOwnHost = createHostPolicy(undefined);
  expect(isOwnHost(to('localhost:3000'))).toBe(true);
  expect(isOwnHost(to('halyard.internal:3000'))).toBe(false);
});
