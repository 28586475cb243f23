import { randomUUID } from 'node:crypto';
import type { Stage } from '../attacks/support/stage.ts';
import type { MarkerName } from './markers.ts';

const REMEMBERED_MAX = 50;
const TOKEN = /[?&#]token=([\w-]+)/;

/** Ids, tickets and ETags that the product chose, read from its answers. */
export class KnownValues {
  readonly #values = new Map<MarkerName, string[]>();
  readonly #mails: Stage['mails'];
  #turn = 0;

  constructor(mails: Stage['mails']) {
    this.#mails = mails;
  }

  /** Returns the remembered values in turn, or an id that does not exist. */
  next(name: MarkerName): string {
    this.#turn += 1;
    if (name === 'mailed-token') return this.#mailedToken();
    const values = this.#values.get(name) ?? [];
    return values[this.#turn % values.length] ?? randomUUID();
  }

  learn(
    operation: string,
    { etag, text }: { readonly etag: string | undefined; readonly text: string },
  ): void {
    if (etag !== undefined) this.#add('etag', [etag]);
    if (operation === 'startExport') this.#add('ticket', [/\/([\w-]{43})"/.exec(text)?.[1]]);
    if (operation === 'listInvitations') this.#add('invitation', idsIn(text));
    if (operation === 'listAccountSessions') this.#add('session', idsIn(text));
    if (/^list(In|Out)boundWallets$/.test(operation)) this.#add('wallet', idsIn(text));
    if (operation === 'listAuditLogs') this.#add('audit-log', idsIn(text, ',"sequence"'));
    if (/^list(AuditLogs|WalletTransactions)$/.test(operation)) {
      this.#add('cursor', [/"nextCursor":"([^"]+)"/.exec(text)?.[1]]);
    }
  }

  #add(name: MarkerName, found: readonly (string | undefined)[]): void {
    const values = this.#values.get(name) ?? [];
    values.push(...found.filter((value) => value !== undefined));
    this.#values.set(name, [...new Set(values)].slice(-REMEMBERED_MAX));
  }

  /** From one of the newest mails. */
  #mailedToken(): string {
    const tokens = this.#mails.received
      .slice(-REMEMBERED_MAX)
      .flatMap(({ text }) => TOKEN.exec(text)?.[1] ?? []);
    return tokens[this.#turn % tokens.length] ?? 'x'.repeat(43);
  }
}

/** @param following text after the id, which tells it from ids of other records */
function idsIn(text: string, following = ''): string[] {
  return [...text.matchAll(new RegExp(`"id":"([^"]+)"${following}`, 'g'))].map(([, id = '']) => id);
}
