import { ENDPOINTS } from '@halyard/contract/endpoints';
import { openApiDocument } from '@halyard/contract/openapi-document';
import type { FastifyInstance } from 'fastify';
import { type CompressedAnswer, compressedAnswer, sendCompressed } from '../../http/compressed-answer.ts';
import { scriptlessPolicy } from '../../http/content-security-policy.ts';
import { HEAD_TOO } from '../../http/head-too.ts';
import type { ApiDocument } from './api-document.ts';
import { referencePage } from './reference-page.ts';

/** Serves the API reference to anyone: it has no data. */
export async function serveApiDocs(app: FastifyInstance, productName: string): Promise<void> {
  const document = openApiDocument(productName, ENDPOINTS);
  const html = referencePage(document as unknown as ApiDocument, productName);
  await serve(app, '/api/docs', html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': scriptlessPolicy(html),
  });
  await serve(app, '/api/openapi.json', JSON.stringify(document), {
    'content-type': 'application/json; charset=utf-8',
  });
}

async function serve(
  app: FastifyInstance,
  path: string,
  text: string,
  headers: CompressedAnswer['headers'],
): Promise<void> {
  const answer = await compressedAnswer(text, { ...headers, vary: 'accept-encoding' }, 5);
  app.get(path, HEAD_TOO, async (request, reply) => sendCompressed(request, reply, answer));
}
