/** Commands for the server's terminal, as documented in docs/operating.md. */
export const CREATE_SERVICE_KEY = 'npm run admin -- keys create --name my-platform';
export const CREATE_ADMINISTRATOR = 'npm run admin -- create second@example.com';

const ITEMS = {
  users: '{"uuid": "…", "name": "Ada", "email": "ada@example.com", "createdAt": "2026-01-01T00:00:00Z"}',
  merchants: '{"uuid": "…", "userUuid": "…", "name": "Ada\'s shop", "createdAt": "2026-01-02T00:00:00Z"}',
  orders:
    '{"uuid": "…", "merchantUuid": "…", "merchantOrderId": "INV-1", "status": "pending", "network": "ETH", "currency": "USDT", "amount": "25", "amountUsd": "25", "createdAt": "2026-01-03T00:00:00Z"}',
} as const;

/** Returns a request that sends a first record with the service key in `$KEY`. */
export function sendBatch(kind: keyof typeof ITEMS, origin: string): string {
  // A quote inside single quotes ends them for the shell.
  const body = `{"${kind}": [${ITEMS[kind]}]}`.replaceAll("'", "'\\''");
  return `curl ${origin}/api/platform/v1/${kind} -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${body}'`;
}

export function createWallet(type: 'outbound' | 'inbound'): string {
  return `npm run admin -- wallets create --network ETH --type ${type}`;
}
