import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

/** A file in memory with its headers. */
export interface CompressedAnswer {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Compresses a text once, for all its requests. @param quality 0 to 11; large texts take seconds at 11 */
export async function compressedAnswer(
  text: string,
  headers: Readonly<Record<string, string>>,
  quality = 11,
): Promise<CompressedAnswer> {
  const plain = Buffer.from(text);
  return {
    plain,
    brotli: await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    headers,
  };
}

export function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  answer: CompressedAnswer,
): FastifyReply {
  reply.headers(answer.headers);
  if (!/\bbr\b/.test(String(headers['accept-encoding'] ?? ''))) return reply.send(answer.plain);
  return reply.header('content-encoding', 'br').send(answer.brotli);
}
