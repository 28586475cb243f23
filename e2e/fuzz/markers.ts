/**
 * A request is planned before anything is sent, so it can only name what the product chooses later, such as codes and
 * ids. `~code~` is replaced on sending. Needs no escaping in paths and JSON.
 */
export type MarkerName =
  | 'code'
  | 'password'
  | 'email'
  | 'etag'
  | 'mailed-token'
  | 'invitation'
  | 'audit-log'
  | 'session'
  | 'ticket'
  | 'cursor'
  | 'wallet';

const MARKER = /~([a-z-]+)~/g;

export function marker(name: MarkerName): string {
  return `~${name}~`;
}

export function fillMarkers(text: string, find: (name: MarkerName) => string): string {
  return text.replaceAll(MARKER, (_all, name) => find(name as MarkerName));
}
