import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@halyard/contract/endpoint';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { type Caller, inShort } from './caller.ts';

/** The path with random ids. */
export const urlOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, () => randomUUID());

const isLogout = ({ name }: Endpoint): boolean => name === 'logout';

export const logoutLast = (endpoints: readonly Endpoint[]): readonly Endpoint[] => [
  ...endpoints.filter((endpoint) => !isLogout(endpoint)),
  ...endpoints.filter(isLogout),
];

/** Calls every endpoint of the contract with this code in the header, logout last. Returns the answers by name. */
export async function callAll(caller: Caller, code: string): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const endpoint of logoutLast(ENDPOINTS)) {
    const sending = { headers: { 'x-2fa-code': code }, ...(endpoint.body !== undefined && { body: {} }) };
    outcomes[endpoint.name] = inShort(await caller.send(endpoint.method, urlOf(endpoint), sending));
  }
  return outcomes;
}
