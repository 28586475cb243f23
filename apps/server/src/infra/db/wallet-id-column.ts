export function walletIdColumn(id: string): 'id' | 'uuid' {
  return /^\d+$/.test(id) ? 'id' : 'uuid';
}
