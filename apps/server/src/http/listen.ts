import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCode } from '../infra/error-code.ts';
import { StartupError } from '../infra/startup-error.ts';

/** Returns the port, which differs if `port` is 0. @throws StartupError if the port is unavailable */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listeningRefusal(error, { variable: 'PORT', host, port });
  }
  return (app.server.address() as AddressInfo).port;
}

/** Cuts connections that are still open after `seconds`. */
export async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), seconds * 1_000);
  await app.close();
  clearTimeout(cutOff);
}

/** Returns other errors unchanged. @param variable environment variable that sets the port */
export function listeningRefusal(
  error: unknown,
  { variable, host, port }: { readonly variable: string; readonly host: string; readonly port: number },
): unknown {
  const refusals: Record<string, string> = {
    EADDRINUSE: `${variable}: ${port} on ${host} is in use by another process`,
    EACCES: `${variable}: this user cannot listen on ${port} on ${host}`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine`,
    EAI_AGAIN: `HOST: the DNS lookup of ${host} failed`,
  };
  const refusal = refusals[errorCode(error) ?? ''];
  return refusal === undefined ? error : new StartupError(refusal, { cause: error });
}
