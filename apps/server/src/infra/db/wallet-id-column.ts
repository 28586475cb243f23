/** Which column of `wallets` finds one by the id of an address: the wallet's own number, or the platform's uuid. */
export function walletIdColumn(id: string): 'id' | 'uuid' {
  return /^\d+$/.test(id) ? 'id' : 'uuid';
}
