/** Uuids of the users, merchants, orders and wallets that exist from the start, and of some that do not. */
export const KNOWN_UUIDS: readonly string[] = Array.from({ length: 60 }, (_, index) => knownUuid(index + 1));

export function knownUuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}
