/** Returns the label of a wallet type. An unknown type is its own label. */
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
