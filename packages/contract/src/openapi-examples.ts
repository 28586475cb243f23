import { capitalized, type Json } from './openapi-schemas.ts';

const USER = '0b0e4f0a-6d1c-4f7e-9a51-1f4d7a3c8e01';
const MERCHANT = '0b0e4f0a-6d1c-4f7e-9a51-1f4d7a3c8e02';
const ORDER = '0b0e4f0a-6d1c-4f7e-9a51-1f4d7a3c8e03';
const WALLET = '0b0e4f0a-6d1c-4f7e-9a51-1f4d7a3c8e04';
const TRANSACTION = '0b0e4f0a-6d1c-4f7e-9a51-1f4d7a3c8e05';
const CREATED = '2026-01-31T12:00:00.000Z';
const PAID = '2026-01-31T12:04:30.000Z';
const ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
const HASH = `0x${'5c50'.repeat(16)}`;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Values of properties and parameters with these names. */
const VALUES: Readonly<Record<string, unknown>> = {
  action: 'order.refund',
  actionPrefix: 'order.',
  actorEmail: 'ada@example.com',
  address: ADDRESS,
  amount: '125.5',
  amountUsd: '125.5',
  at: CREATED,
  backupCodes: ['7Q4K9M2XPA', 'H3TT8WZ5RC'],
  balance: '125.5',
  blockedReason: null,
  chainBalance: '125.5',
  changedBy: 'ada@example.com',
  checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  code: '123456',
  confirmedUsd: '125.5',
  counterparty: ADDRESS,
  creatorEmail: 'ada@example.com',
  creatorName: 'Ada',
  currency: 'USDT',
  currentPassword: 'correct horse battery staple',
  cursor: null,
  day: '2026-01-31',
  description: 'Refunded order 1001',
  detail: 'ada@example.com',
  earnedUsd: '1.57',
  email: 'ada@example.com',
  etag: '"2"',
  expected: '125.5',
  explorerUrl: `https://etherscan.io/tx/${HASH}`,
  fields: ['uuid', 'merchantUuid', 'status', 'amount'],
  hash: HASH,
  id: ORDER,
  identifier: '1001',
  inFlight: '0',
  ipAddress: '203.0.113.7',
  keyId: 'b1946ac92492d234',
  kind: undefined,
  ledgerBalance: '125.5',
  merchantId: MERCHANT,
  merchantOrderId: '1001',
  merchantUuid: MERCHANT,
  message: 'If the account exists, a reset link was sent.',
  name: 'Ada',
  networkFee: '0.00042',
  networkId: 'ETH',
  newCode: '654321',
  newPassword: 'seven purple lanterns at dawn',
  nextCursor: null,
  occurredAt: CREATED,
  openUsd: '125.5',
  orderUuid: ORDER,
  otpUrl: `otpauth://totp/Halyard:ada%40example.com?secret=${SECRET}&issuer=Halyard`,
  paidAt: PAID,
  password: 'correct horse battery staple',
  portfolio: undefined,
  privateKey: `0x${'11'.repeat(32)}`,
  profileImageUrl: null,
  publicKey: 'd7'.repeat(32),
  q: 'ada@example.com',
  rate: '0.0125',
  reason: 'Chargebacks in several shops',
  received: '125.5',
  receivedAmount: '125.5',
  refundOf: null,
  requestId: '5f0c6c4e-8f5a-4a86-9d5e-0e6a7d1f9b21',
  revenueUsd: '1.56875',
  secret: SECRET,
  serviceFeeRate: '0.0125',
  serviceFeeUsd: '1.56875',
  signature: 'a5'.repeat(64),
  since: 0,
  symbol: 'USDT',
  ticket: 'h2Zr3nqkHnR0Xw0vA1m8nqk1m7dY6v9tJ0ZQm3S5b4E',
  title: 'Ada',
  token: 'Vt4kq0Jm9sYk2u3C5cX1bW8dQhL6nR7e',
  totalUsd: '125.5',
  totalValueUsd: '125.5',
  transactionExplorerUrl: 'https://etherscan.io/tx/{hash}',
  transactionId: TRANSACTION,
  url: `/users/${USER}`,
  usdAmount: '125.5',
  userAgent: 'curl/8.14.1',
  userUuid: USER,
  valueUsd: '125.5',
  walletId: '42',
  walletUuid: WALLET,
  website: 'https://shop.example.com',
  wouldHaveEarnedUsd: '3.14',
};

/** Values of properties in the schemas of these names, also of optional ones. */
const IN_SCHEMAS: Readonly<Record<string, Json>> = {
  AccountSession: { id: TRANSACTION },
  Actor: { type: 'user', id: USER, email: 'ada@example.com' },
  AuditEntry: { id: TRANSACTION, action: 'user.block', description: 'Blocked a user', errorMessage: null },
  Exception: { id: TRANSACTION, kind: 'paid_without_money', closedAt: null, resolvedAt: null, reason: null },
  ExportTicket: { address: '/api/admin/v1/exports/h2Zr3nqkHnR0Xw0vA1m8nqk1m7dY6v9tJ0ZQm3S5b4E' },
  FeedAuditEntry: { uuid: TRANSACTION, occurredAt: CREATED },
  FeedCredential: { uuid: TRANSACTION, createdAt: CREATED },
  FeedMerchant: { uuid: MERCHANT, name: "Ada's Shop", createdAt: CREATED },
  FeedOrder: { uuid: ORDER, status: 'paid', createdAt: CREATED, paidAt: PAID, updatedAt: PAID },
  FeedUser: { uuid: USER, createdAt: CREATED },
  FeedWallet: { uuid: WALLET, type: 'inbound', createdAt: CREATED },
  FeedWalletTransaction: {
    uuid: TRANSACTION,
    direction: 'incoming',
    status: 'confirmed',
    type: 'payment',
    hash: HASH,
    amountUsd: '125.5',
    orderUuid: ORDER,
    createdAt: PAID,
  },
  FindResult: { id: USER, state: null },
  Invitation: { id: TRANSACTION, expiresAt: '2026-02-07T12:00:00.000Z' },
  LoginAnswer: { requires2FA: true },
  Merchant: { uuid: MERCHANT, name: "Ada's Shop", deletedAt: null },
  MerchantDetails: { uuid: MERCHANT, name: "Ada's Shop", deletedAt: null },
  Order: { uuid: ORDER, exceptions: [] },
  OrderDetails: { uuid: ORDER, exceptions: [] },
  Overview: { revenue: { totalUsd: '12,345.67' } },
  Owner: { uuid: USER },
  RelatedOrder: { uuid: ORDER },
  Resource: { type: 'user', id: USER, identifier: 'ada@example.com' },
  RedeemInvitationResponse: { userUuid: USER },
  TimelineEvent: { id: `status:${ORDER}`, kind: 'status', status: 'paid' },
  UpdateUserSettingsRequest: { serviceFeeRate: 0.0125, maxMerchants: 5 },
  Transaction: { id: TRANSACTION, status: 'confirmed' },
  User: { uuid: USER, blockedAt: null },
  UserAccess: { credentialsEndedAt: null, maxMerchants: 5, merchantCount: 1 },
  UserMerchant: { uuid: MERCHANT, name: "Ada's Shop", deletedAt: null },
  UserSettings: { serviceFeeRate: 0.0125, maxMerchants: 5 },
  Wallet: { id: '42', uuid: WALLET, type: 'inbound', explorerUrl: `https://etherscan.io/address/${ADDRESS}` },
  WalletTransaction: { id: TRANSACTION, status: 'confirmed' },
  OrderTransaction: { id: TRANSACTION, status: 'confirmed' },
  WalletDetails: {
    id: '42',
    uuid: WALLET,
    type: 'inbound',
    explorerUrl: `https://etherscan.io/address/${ADDRESS}`,
  },
};

/** Whole examples. */
const WHOLE: Readonly<Record<string, unknown>> = {
  FeedReceipt: { created: 1, updated: 0, unchanged: 0 },
  ReadFedRecordResponse: {
    uuid: ORDER,
    merchantUuid: MERCHANT,
    merchantOrderId: '1001',
    status: 'paid',
    network: 'ETH',
    testnet: false,
    currency: 'USDT',
    amount: '125.5',
    amountUsd: '125.5',
    serviceFeeRate: '0.0125',
    serviceFee: null,
    refunded: null,
    createdAt: CREATED,
    paidAt: PAID,
    updatedAt: PAID,
  },
};

const FORMATS: Readonly<Record<string, unknown>> = {
  uuid: USER,
  email: 'ada@example.com',
  'date-time': CREATED,
  date: '2026-01-31',
  ipv4: '203.0.113.7',
};
const FALLBACKS = ['text', '42', USER, '0'.repeat(64), 'ab'.repeat(64)];

interface Shape {
  readonly $ref?: string;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
}

/** A property, or with an empty name a whole schema. */
interface Place {
  readonly property: string;
  /** Name of the enclosing schema. */
  readonly within: string;
}

/**
 * Returns an example that is valid for a schema: required properties, and those with a known value here.
 * @param schemas by name, for references
 */
export function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>): unknown {
  return exampleAt(schema, schemas, { property: '', within: '' });
}

function exampleAt(schema: Json, schemas: Readonly<Record<string, Json>>, place: Place): unknown {
  const { $ref, anyOf, oneOf, properties, items } = schema as Shape;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return WHOLE[name] ?? exampleAt(schemas[name] ?? {}, schemas, { property: '', within: name });
  }
  const alternatives = anyOf ?? oneOf;
  const known = knownValue(place, alternatives ?? [schema]);
  if (known !== undefined) return known;
  if (alternatives !== undefined) return exampleAt(usualOf(alternatives), schemas, place);
  if (items !== undefined) return [exampleAt(items, schemas, place)];
  if (properties === undefined) return scalarExample(schema);
  return objectExample(
    schema,
    properties,
    schemas,
    place.property === '' ? place.within : capitalized(place.property),
  );
}

function objectExample(
  { required = [] }: { readonly required?: readonly string[] },
  properties: Readonly<Record<string, Json>>,
  schemas: Readonly<Record<string, Json>>,
  within: string,
): Json {
  const shown = Object.entries(properties).filter(
    ([property]) => required.includes(property) || property in (IN_SCHEMAS[within] ?? {}),
  );
  return Object.fromEntries(
    shown.map(([property, inner]) => [property, exampleAt(inner, schemas, { property, within })]),
  );
}

/** Skips a known value of another type, because some names are used for both texts and objects. */
function knownValue({ property, within }: Place, alternatives: readonly Json[]): unknown {
  const own = IN_SCHEMAS[within]?.[property];
  if (own !== undefined) return own;
  const shared = VALUES[property];
  return alternatives.some((schema) => accepts(schema, shared)) ? shared : undefined;
}

function accepts(schema: Json, value: unknown): boolean {
  if (schema['const'] !== undefined || schema['enum'] !== undefined) {
    return value === schema['const'] || (schema['enum'] as unknown[] | undefined)?.includes(value) === true;
  }
  const types = [schema['type']].flat();
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array') && (schema['items'] as Json)['type'] === 'string';
  return types.includes(typeof value) && matches(schema, value);
}

function matches({ pattern, format, allOf = [] }: Json, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const patterns = [pattern, ...(allOf as Json[]).map((part) => part['pattern'])];
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) return false;
  return patterns.every((each) => typeof each !== 'string' || new RegExp(each, 'u').test(value));
}

function usualOf(alternatives: readonly Json[]): Json {
  return alternatives.find(({ type }) => type !== 'null') ?? {};
}

function scalarExample(schema: Json): unknown {
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['default'] !== undefined) return schema['default'];
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), 1);
    case 'string':
      return FORMATS[String(schema['format'])] ?? FALLBACKS.find((text) => matches(schema, text)) ?? 'text';
    default:
      return {};
  }
}
