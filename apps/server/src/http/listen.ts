import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCode } from '../infra/error-code.ts';
import { StartupError } from '../infra/startup-error.ts';

/**
 * Returns the port, which differs if `port` is 0. @param logLine of the address
 * @throws StartupError if the port is unavailable
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  logLine = (address: string) => `Server listening at ${address}`,
): Promise<number> {
  try {
    await app.listen({ host, port, listenTextResolver: logLine });
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

/**
 * Returns the error that explains why a port cannot be used, or the same error if it has no code.
 * @param variable environment variable that sets the port: `PORT` beside `HOST`, or `METRICS_PORT` beside `METRICS_HOST`
 */
export function listeningRefusal(
  error: unknown,
  { variable, host, port }: { readonly variable: string; readonly host: string; readonly port: number },
): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const hostVariable = variable.replace('PORT', 'HOST');
  const refusals: Record<string, string> = {
    EADDRINUSE: `${variable}: ${port} on ${host} is in use by another process: stop it, or choose another ${variable}`,
    EACCES: `${variable}: this user cannot listen on ${port} on ${host}: choose port 1024 or higher`,
    EADDRNOTAVAIL: `${hostVariable}: ${host} is not an address of this machine: set it to one, such as 127.0.0.1`,
    EINVAL: `${hostVariable}: ${host} needs a network zone, which is not supported: set it to another address, such as 127.0.0.1`,
    ENOTFOUND: `${hostVariable}: the name ${host} is unknown: set it to an address of this machine, such as 127.0.0.1`,
    EAI_AGAIN: `${hostVariable}: the DNS lookup of ${host} failed: set it to an address, such as 127.0.0.1`,
  };
  const refusal =
    refusals[code] ??
    `${hostVariable}: this machine cannot listen on ${host} (${code}): set it to another address, such as 127.0.0.1`;
  return new StartupError(refusal, { cause: error });
}
