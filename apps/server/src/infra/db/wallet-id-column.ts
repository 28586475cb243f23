/** Returns the column of `wallets` that this ID of a URL refers to. */
export function walletIdColumn(id: string): 'id' | 'uuid' {
  return /^\d+$/.test(id) ? 'id' : 'uuid';
}
