import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { toHex } from '@halyard/audit-proof/bytes';
import { entryHash } from '@halyard/audit-proof/entry-hash';
import { inclusionRanges } from '@halyard/audit-proof/merkle-proof';
import { leafHash, rootOfLeaves } from '@halyard/audit-proof/merkle-tree';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import { sealMessage } from '@halyard/audit-proof/seal';
import { contentOfShown } from '@halyard/audit-proof/shown-entry';
import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { AuditProofLine } from './audit-proof-line.tsx';

const PROOF = 'GET /audit-logs/proof';
const AT = '2026-03-03T12:04:05.678Z';
const sha256 = (data: Uint8Array) => hash('sha256', data, 'buffer');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicHex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

function entryOf(number: number): AuditLogEntry {
  return {
    id: `entry-${number}`,
    action: 'user.block',
    actionCategory: 'user_management',
    description: `Entry ${number}`,
    status: 'success',
    createdAt: AT,
    actor: { type: 'admin', id: 'a1', email: 'grace@example.com' },
    resource: { type: 'user', id: 'u1', identifier: null },
    requestId: null,
    ipAddress: '203.0.113.7',
    userAgent: '',
    errorMessage: null,
    metadata: { reason: 'Chargebacks' },
    changes: null,
  };
}

/** The entry that retention writes after it removes entries. */
function dropOf(number: number, last: number): AuditLogEntry {
  const system = { type: 'system', id: null, email: null } as const;
  return { ...entryOf(number), action: 'audit_log.drop', actor: system, metadata: { first: 1, last } };
}

/** A log of `size` entries, newest first, with their proof. */
function logOf(size: number, newest = entryOf(size)) {
  const oldestFirst = [...Array.from({ length: size - 1 }, (_, at) => entryOf(at + 1)), newest];
  let previous = Buffer.alloc(32);
  const links = oldestFirst.map((entry, at) => {
    const own = Buffer.from(entryHash(sha256, previous, contentOfShown(entry, at + 1)));
    const link = { id: entry.id, sequence: at + 1, previousHash: toHex(previous), hash: toHex(own) };
    previous = own;
    return link;
  });
  const leaves = links.map((link) => leafHash(sha256, Buffer.from(link.hash, 'hex')));
  const root = toHex(rootOfLeaves(sha256, leaves));
  const unsigned = { size, root, hash: links.at(-1)?.hash ?? '', sealedAt: AT };
  const proof: PageProof = {
    seal: {
      ...unsigned,
      keyId: 'k1',
      signature: sign(null, sealMessage(unsigned), privateKey).toString('hex'),
    },
    keys: [{ id: 'k1', publicKey: publicHex, previousKeyId: null, endorsement: null }],
    entries: links.map((link, at) => ({
      ...link,
      keptHash: links[at + 1]?.previousHash ?? null,
      path: inclusionRanges(at, size).map(({ start, end }) =>
        toHex(rootOfLeaves(sha256, leaves.slice(start, end))),
      ),
    })),
    consistency: null,
    newest: size,
    oldest: 1,
    drop: null,
    alarm: null,
  };
  return { entries: oldestFirst.toReversed(), proof };
}

class InlineWorker extends EventTarget {
  static checked: ((event: MessageEvent) => void) | undefined;

  constructor() {
    super();
    InlineWorker.last = this;
  }

  static last: InlineWorker | undefined;

  postMessage(data: unknown) {
    InlineWorker.checked?.(new MessageEvent('message', { data: structuredClone(data) }));
  }
}

beforeAll(async () => {
  vi.stubGlobal('Worker', InlineWorker);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((_, listener) => {
    InlineWorker.checked = listener as (event: MessageEvent) => void;
  });
  vi.stubGlobal('postMessage', (data: unknown) => {
    InlineWorker.last?.dispatchEvent(new MessageEvent('message', { data }));
  });
  await import('./check-page-worker.ts');
  vi.restoreAllMocks();
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

async function renderLine(entries: readonly AuditLogEntry[], answer: ScriptedAnswer, total = entries.length) {
  const answers: Record<string, ScriptedAnswer> = { [PROOF]: answer };
  const network = scriptedFetch(answers);
  const position = { totalCount: total, offset: 0, limit: 20 };
  const loadedAt = new Date(AT).getTime();
  const view = await renderPage(<AuditProofLine loaded={{ entries, position, loadedAt }} />, network);
  return { answers, calls: network.calls, ...view };
}

/** The proof of a log whose newest entry records a removal by retention. */
function cutTo({ entries }: PageProof, oldest: number, newest: AuditLogEntry | undefined) {
  const position = entries.at(-1);
  const drop = newest && position && { ...position, entry: newest };
  return { entries: entries.slice(oldest - 1), oldest, drop };
}

const line = () => screen.findByRole('status');
const alert = () => screen.findByRole('alert');

describe('AuditProofLine', () => {
  it('shows the last verified entry and the time of its seal', async () => {
    const { entries, proof } = logOf(13);
    const { calls } = await renderLine(entries, proof);
    await waitFor(async () =>
      expect((await line()).textContent).toMatch(/^Verified up to entry 13, sealed 2026-03-0\d \d\d:\d4 UTC/),
    );
    expect(calls).toEqual([`${PROOF}?ids=${entries.map(({ id }) => id).join('%2C')}`]);
    expect(JSON.parse(localStorage.getItem('audit-log-seen') ?? '')).toEqual({
      size: 13,
      root: proof.seal?.root,
      publicKey: publicHex,
    });
  });

  it('explains in a popover what was checked, and returns the focus', async () => {
    HTMLElement.prototype.showPopover ??= () => undefined;
    const { entries, proof } = logOf(13);
    await renderLine(entries, { ...proof, newest: 14 });
    const button = await screen.findByRole('button', { name: /^Verified up to entry 13/ });
    await userEvent.click(button);
    const popover = await screen.findByRole('dialog', { name: 'How this page was verified' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(popover.closest('output, [aria-live], [role=status]')).toBeNull();
    expect(popover.textContent).toMatch(
      /each of the 13 entries on this page\..* none between them is missing\./,
    );
    expect(popover.textContent).toMatch(/every entry up to 13\. It was made on 2026-03-03 12:04:05 UTC/);
    expect(popover.textContent).toContain('1 newer entry not sealed yet.');
    expect(popover.textContent).toContain(proof.seal?.root);
    expect(popover.textContent).toContain(`node verify-audit-export.mjs FILE --key ${publicHex}`);
    const verifier = within(popover).getByRole<HTMLAnchorElement>('link', { name: 'Download the verifier' });
    expect([verifier.getAttribute('href'), verifier.download]).toEqual([
      '/verify-audit-export.mjs',
      'verify-audit-export.mjs',
    ]);
    await userEvent.click(within(popover).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('explains the check of a page without entries', async () => {
    const { proof } = logOf(13);
    await renderLine([], { ...proof, entries: [] });
    await userEvent.click(await screen.findByRole('button', { name: /^Verified up to entry 13/ }));
    const popover = await screen.findByRole('dialog', { name: 'How this page was verified' });
    expect(popover.textContent).toContain('This page shows no entries. Your browser checked the seal');
  });

  it('shows how many entries are newer than the seal', async () => {
    const { entries, proof } = logOf(5);
    await renderLine(entries, { ...proof, newest: 7 });
    expect(await screen.findByRole('button', { name: / · 2 newer entries not sealed yet$/ })).toBeTruthy();
  });

  it('names the first entry that was changed', async () => {
    const { entries, proof } = logOf(13);
    const shown = entries.map((entry) =>
      entry.id === 'entry-4' || entry.id === 'entry-9' ? { ...entry, metadata: { reason: 'None' } } : entry,
    );
    await renderLine(shown, proof);
    expect((await alert()).textContent).toMatch(/^Entry 4 has been altered\./);
    expect(screen.queryByRole('button')).toBeNull();
    expect(localStorage.getItem('audit-log-seen')).toBeNull();
  });

  it('names a missing entry', async () => {
    const { entries, proof } = logOf(13);
    const without = (id: string) => id !== 'entry-8';
    await renderLine(
      entries.filter(({ id }) => without(id)),
      { ...proof, entries: proof.entries.filter(({ id }) => without(id)) },
      13,
    );
    expect((await alert()).textContent).toMatch(/^Entry 8 is missing\./);
  });

  it('reports a log that became shorter, and trusts it on request', async () => {
    const longer = logOf(13);
    const { unmount } = await renderLine(longer.entries, longer.proof);
    await screen.findByText(/^Verified up to entry 13/);
    unmount();
    const { entries, proof } = logOf(12);
    const { calls } = await renderLine(entries, proof);
    expect((await alert()).textContent).toMatch(/^Entry 13, seen earlier by this browser, is missing\./);
    expect(calls.at(-1)).toMatch(/&since=13$/);
    await userEvent.click(screen.getByRole('button', { name: 'Trust this log from now on' }));
    expect(await screen.findByText(/^Verified up to entry 12/)).toBeTruthy();
  });

  it('reports that retention removed the last seen entry, and verifies again once that is accepted', async () => {
    const { entries, proof } = logOf(13, dropOf(13, 5));
    const seen = { size: 3, root: 'ab'.repeat(32), publicKey: publicHex };
    localStorage.setItem('audit-log-seen', JSON.stringify(seen));
    const kept = entries.slice(0, 8);
    const rest = { ...proof, ...cutTo(proof, 6, entries[0]) };
    const { unmount } = await renderLine(kept, rest);
    expect((await alert()).textContent).toMatch(
      /^Can't compare with this browser's last check: entry 3 was removed/,
    );
    expect(JSON.parse(localStorage.getItem('audit-log-seen') ?? '')).toEqual(seen);
    await userEvent.click(screen.getByRole('button', { name: 'Trust this log from now on' }));
    expect(await screen.findByText(/^Verified up to entry 13/)).toBeTruthy();
    unmount();
    for (const [size, oldest, text] of [
      [6, 6, /^The log up to entry 6 differs from the one this browser verified\./],
      [14, 20, /^Entry 14, seen earlier by this browser, is missing\./],
    ] as const) {
      localStorage.setItem('audit-log-seen', JSON.stringify({ ...seen, size }));
      const view = await renderLine(kept, { ...rest, oldest });
      expect((await alert()).textContent).toMatch(text);
      view.unmount();
    }
  });

  it('names the last missing entry if no entry of this product records retention', async () => {
    for (const [newest, drop, text] of [
      [dropOf(13, 5), undefined, /^Verified up to entry 13/],
      [dropOf(13, 5), null, /^Entry 5 is missing\./],
      [dropOf(13, 4), undefined, /^Entry 5 is missing\./],
      [{ ...dropOf(13, 5), action: 'audit_log.keep' }, undefined, /^Entry 5 is missing\./],
      [{ ...dropOf(13, 5), serviceKeyId: 'k', occurredAt: AT }, undefined, /^Entry 5 is missing\./],
    ] as const) {
      const { entries, proof } = logOf(13, newest);
      const cut = { ...proof, ...cutTo(proof, 6, entries[0]), ...(drop === null && { drop }) };
      const view = await renderLine(entries.slice(0, 8), cut);
      expect(await screen.findByText(text)).toBeTruthy();
      view.unmount();
      localStorage.clear();
    }
  });

  it('ignores a retention entry that was changed or is newer than the seal', async () => {
    const { entries, proof } = logOf(13);
    for (const [drop, text] of [
      [{ entry: dropOf(13, 5) }, /^Entry 5 is missing\./],
      [{ entry: dropOf(14, 5), sequence: 14, path: null }, /^Not verified: proof currently unavailable$/],
    ] as const) {
      const cut = cutTo(proof, 6, entries[0]);
      const answer = { ...proof, ...cut, drop: { ...cut.drop, ...drop } };
      const view = await renderLine(entries.slice(0, 8), answer);
      expect(await screen.findByText(text)).toBeTruthy();
      view.unmount();
    }
  });

  it('does not verify a log without its first entries if the server gives no reason', async () => {
    const { entries, proof } = logOf(13);
    await renderLine(entries.slice(0, 8), { ...proof, ...cutTo(proof, 6, undefined) });
    expect(await screen.findByText('Not verified: proof currently unavailable')).toBeTruthy();
  });

  it.each([
    ['a server without this endpoint', Response.json({}, { status: 404 }), ''],
    ['an invalid proof', { hello: 'world' }, 'Not verified: proof currently unavailable'],
    ['a rejected request', Response.json({}, { status: 400 }), 'Not verified: proof currently unavailable'],
  ])('shows the result for %s', async (_, answer, text) => {
    const { calls, container } = await renderLine(logOf(3).entries, answer);
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() => expect(container.querySelector('output')?.textContent ?? '').toBe(text));
  });

  it('reports a seal that is older than the log', async () => {
    const { entries, proof } = logOf(13);
    const next = logOf(14);
    const [place] = next.proof.entries.slice(-1);
    const seen = { size: 20, root: 'ab'.repeat(32), publicKey: publicHex };
    for (const [shown, answer, remembered, text] of [
      [entries, { ...proof, newest: 13 + 257 }, null, /^Entry 14 should be sealed, but/],
      [entries, { ...proof, newest: 30 }, seen, /^Entry 14 should be sealed, but/],
      [
        next.entries,
        { ...proof, newest: 14, entries: [...proof.entries, { ...place, path: null }] },
        null,
        /^Entry 14 should be sealed, but/,
      ],
      [entries, { ...proof, seal: null }, null, /^The log has no seal\./],
    ] as const) {
      localStorage.clear();
      if (remembered !== null) localStorage.setItem('audit-log-seen', JSON.stringify(remembered));
      const view = await renderLine(shown, answer);
      expect((await alert()).textContent).toMatch(text);
      view.unmount();
    }
  });

  it.each([404, 405, 500, 503])(
    'warns a browser that verified before if the proof is answered with %i',
    async (status) => {
      const seen = { size: 20, root: 'ab'.repeat(32), publicKey: publicHex };
      localStorage.setItem('audit-log-seen', JSON.stringify(seen));
      await renderLine(logOf(3).entries, Response.json({}, { status }));
      expect((await alert()).textContent).toMatch(
        /^Not verified: this browser verified the log up to entry 20 earlier/,
      );
    },
  );

  it('verifies with a library if the browser has no Ed25519', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('No', 'NotSupportedError'));
    const { entries, proof } = logOf(3);
    const { unmount } = await renderLine(entries, proof);
    expect(await screen.findByText(/^Verified up to entry 3/)).toBeTruthy();
    unmount();
    const seal = proof.seal && { ...proof.seal, sealedAt: '2026-03-03T12:04:05.679Z' };
    await renderLine(entries, { ...proof, seal });
    expect((await alert()).textContent).toMatch(/^The seal of entry 3 is forged\./);
  });
});
