import { brotliDecompressSync } from 'node:zlib';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';

let test: TestApplication;

const PATHS = ['/api/docs', '/api/openapi.json'];
const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

describe('the API reference, if it is on', () => {
  beforeAll(async () => {
    test = await startTestApplication({ apiDocs: true, productName: 'Fjord & "Söhne"' });
  });
  afterAll(async () => await test.close());

  it('is a page that may run no script and load nothing from elsewhere', async () => {
    const { statusCode, headers, body } = await get('/api/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(body).not.toMatch(/<script|javascript:|\sstyle=|\son\w+=|<img|url\(/i);
    expect(body.match(/(href|src)="(?![#/])[^"]*"/g)).toBeNull();
    expect(body).toContain('<title>API reference | Fjord &#38; &#34;Söhne&#34;</title>');
  });

  it('shows every endpoint, and each of its links has a target', async () => {
    const { body } = await get('/api/docs');
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(ENDPOINTS.filter(({ name }) => !ids.has(name))).toEqual([]);
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  });

  it('is also served as OpenAPI, and in brotli', async () => {
    const document = await get('/api/openapi.json');
    expect(document.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(document.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Fjord & "Söhne"' } });
    const compressed = await get('/api/openapi.json', { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(document.body);
  });

  it.each(PATHS)('answers HEAD at %s', async (url) => {
    expect((await test.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  });
});

describe('the API reference, if it is off', () => {
  beforeAll(async () => {
    test = await startTestApplication();
  });
  afterAll(async () => await test.close());

  it.each(PATHS)('is an unknown path: %s', async (url) => {
    const headers = { accept: 'text/html', 'x-request-id': 'same-for-both' };
    const [answer, unknown] = [await get(url, headers), await get('/api/nothing', headers)];
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    const withoutDate = ({ date: _date, ...rest }: typeof answer.headers) => rest;
    expect(withoutDate(answer.headers)).toEqual(withoutDate(unknown.headers));
  });
});
