import { errorCode } from '../infra/error-code.ts';
import { StartupError } from '../infra/startup-error.ts';

/**
 * What an operator is told of a port that cannot be listened on; any other error as it is.
 * @param variable that the port comes from
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
