import { errorCode } from '../infra/error-code.ts';
import { StartupError } from '../infra/startup-error.ts';

/**
 * Returns an operator-friendly error if a port is unavailable, and any other error unchanged.
 * @param variable environment variable that sets the port
 */
export function listeningRefusal(
  error: unknown,
  { variable, host, port }: { readonly variable: string; readonly host: string; readonly port: number },
): unknown {
  const refusals: Record<string, string> = {
    EADDRINUSE: `${variable}: ${port} on ${host} is in use by another process`,
    EACCES: `${variable}: ${port} on ${host} may not be used by this user`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine`,
    EAI_AGAIN: `HOST: the address of ${host} cannot be found out`,
  };
  const refusal = refusals[errorCode(error) ?? ''];
  return refusal === undefined ? error : new StartupError(refusal, { cause: error });
}
