import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCode } from '../infra/error-code.ts';
import { StartupError } from '../infra/startup-error.ts';

/**
 * Holds the port until `release`, so that a start fails before it writes anything. Closes every connection.
 * @throws StartupError if the port is unavailable
 */
export async function holdPort({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<{ readonly release: () => Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listeningRefusal(error, { variable: 'PORT', host, port })));
    server.listen(port, host, resolve);
  });
  return {
    // A second call has no effect.
    release: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

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
    EADDRINUSE: `${variable}: ${port} on ${host} is in use by another process: stop it, or choose another ${variable}`,
    EACCES: `${variable}: this user cannot listen on ${port} on ${host}: choose a port from 1024 on`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine: set it to one, such as 127.0.0.1`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine: set it to one, such as 127.0.0.1`,
    EAI_AGAIN: `HOST: the DNS lookup of ${host} failed: set it to an address, such as 127.0.0.1`,
  };
  const refusal = refusals[errorCode(error) ?? ''];
  return refusal === undefined ? error : new StartupError(refusal, { cause: error });
}
