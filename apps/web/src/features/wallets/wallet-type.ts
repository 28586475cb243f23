/** What a type of wallets is called; a word that is none of ours is shown as it is. */
export function walletType(type: string): string {
  switch (type) {
    case 'outbound':
      return 'Outbound';
    case 'inbound':
      return 'Inbound';
    default:
      return type;
  }
}
