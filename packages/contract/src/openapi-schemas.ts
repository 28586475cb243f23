import { z } from 'zod';
import * as account from './account.ts';
import * as adminOrders from './admin-orders.ts';
import * as adminTransactions from './admin-transactions.ts';
import * as auditLogs from './audit-logs.ts';
import * as auditProof from './audit-proof.ts';
import * as auth from './auth.ts';
import * as errorBodies from './error-body.ts';
import * as exceptions from './exceptions.ts';
import * as exports from './exports.ts';
import * as find from './find.ts';
import * as gettingStarted from './getting-started.ts';
import * as invitations from './invitations.ts';
import * as merchants from './merchants.ts';
import * as overview from './overview.ts';
import * as feed from './platform-feed.ts';
import * as feedAuditLogs from './platform-feed-audit-logs.ts';
import * as feedWallets from './platform-feed-wallets.ts';
import * as stats from './stats.ts';
import * as system from './system.ts';
import * as timeline from './timeline.ts';
import * as users from './users.ts';
import * as wallets from './wallets.ts';

export type Json = Record<string, unknown>;
export type Direction = 'input' | 'output';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  { ...errorBodies, errorBody: undefined, error: errorBodies.errorBody },
  account,
  adminOrders,
  adminTransactions,
  auditLogs,
  auditProof,
  auth,
  exceptions,
  exports,
  find,
  gettingStarted,
  invitations,
  merchants,
  overview,
  feed,
  feedAuditLogs,
  feedWallets,
  stats,
  system,
  timeline,
  users,
  wallets,
];

/** Exported objects of the contract, named like their export: `feedOrder` is `FeedOrder`. */
const NAMES: ReadonlyMap<unknown, string> = new Map(
  MODULES.flatMap((module) =>
    Object.entries(module)
      .filter(([, value]) => value instanceof z.ZodObject || value instanceof z.ZodDiscriminatedUnion)
      .map(([name, value]) => [value, capitalized(name)] as const),
  ),
);

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Collects the named schemas that a document refers to. */
export class SchemaComponents {
  readonly schemas: Record<string, Json> = {};

  /** Returns a reference to a schema. @param name if the contract does not export it */
  refer(schema: z.ZodType, io: Direction, name: string): Json {
    const known = NAMES.get(schema) ?? name;
    const converted = this.convert(schema, io);
    const { [known]: existing = converted } = this.schemas;
    if (JSON.stringify(existing) !== JSON.stringify(converted))
      throw new Error(`two schemas are named ${known}`);
    this.schemas[known] = converted;
    return { $ref: `#/components/schemas/${known}` };
  }

  /** Converts a schema to JSON Schema. The metadata `override` replaces it if the wire format differs. */
  convert(schema: z.ZodType, io: Direction): Json {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ zodSchema: core, jsonSchema }) => {
        const zodSchema = core as unknown as z.ZodType;
        listProperties(jsonSchema);
        const name = zodSchema === schema ? undefined : NAMES.get(zodSchema);
        const override =
          name === undefined
            ? z.globalRegistry.get(zodSchema)?.['override']
            : this.refer(zodSchema, io, name);
        if (typeof override !== 'object' || override === null) return;
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        Object.assign(jsonSchema, override);
      },
    });
    return rest;
  }
}

/** Writes a record with known keys as an object, because not all tools read `propertyNames`. */
function listProperties(schema: Json): void {
  const { propertyNames, additionalProperties } = schema as {
    readonly propertyNames?: { readonly enum?: readonly string[] };
    readonly additionalProperties?: Json;
  };
  if (propertyNames?.enum === undefined) return;
  schema['properties'] = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]));
  schema['additionalProperties'] = false;
  delete schema['propertyNames'];
}
