import { randomUUID } from 'node:crypto';
import { SHORT_IDENTIFIER } from '@halyard/contract/constants';
import type { Locator, Page } from '@playwright/test';
import { codeCells, enterPassword, logOut } from '../support/screens.ts';
import { attack } from './support/attack.ts';
import { untilLinked } from './support/audit-entries.ts';
import { eventually } from './support/eventually.ts';
import { startEvilSite } from './support/evil-site.ts';
import { POLYGLOTS, watchForInjection } from './support/injected-script.ts';
import { loopbackProduct } from './support/loopback-product.ts';
import type { Person } from './support/people.ts';
import { connectPlatform } from './support/platform.ts';
import type { Stage } from './support/stage.ts';
import { listed } from './support/tally.ts';

const CREATED = '2026-01-01T00:00:00.000Z';
const BLOCKED = '2026-02-01T00:00:00.000Z';

attack(
  'A86',
  'markup and scripts in every text that a screen shows',
  'literal texts: 58 of 58 on 14 screens; scripts, elements, dialogs, violations and foreign requests: 0',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    const planted = await plantTexts(stage);
    const watch = await watchForInjection(page, product.address, product.analytics.origin);
    await product.signIn(page);
    const uncut = POLYGLOTS.filter(({ length }) => length <= SHORT_IDENTIFIER.lengthMax).length;
    const screens: readonly (readonly [path: string, needs: number])[] = [
      ['/users', POLYGLOTS.length],
      [`/users?user=${planted.user}`, 1],
      ['/merchants', POLYGLOTS.length],
      ['/invitations', POLYGLOTS.length],
      [`/wallets?wallet=${planted.wallet}&tab=transactions`, uncut],
      [`/wallets?type=inbound&wallet=${planted.inbound}`, 1],
      ['/audit-logs', POLYGLOTS.length],
      ['/audit-logs?entry', POLYGLOTS.length],
      ['/orders', POLYGLOTS.length],
      ['/orders?tab=exceptions', POLYGLOTS.length],
      [`/orders?order=${planted.user}`, 1],
      [`/merchants?merchant=${planted.user}&timeline=all`, 1],
      ['/transactions', uncut],
      ['/system', 1],
    ];
    const odd: string[] = [];
    let found = 0;
    let needed = 0;
    for (const [path, needs] of screens) {
      const paths = path === '/audit-logs?entry' ? planted.entries.map((id) => `${path}=${id}`) : [path];
      const shown = new Set<string>();
      for (const each of paths) {
        await page.goto(product.address + each);
        const scope = page.locator(
          /[?&](user|wallet|entry|order|merchant)=/.test(each) ? 'dialog[open]' : 'main',
        );
        const least = needs / paths.length;
        await eventually(async () => (await textsIn(scope)).length >= least);
        for (const text of await textsIn(scope)) shown.add(text);
        await watch.look();
      }
      found += Math.min(shown.size, needs);
      needed += needs;
      if (shown.size < needs) odd.push(`${path}: ${shown.size}`);
    }
    return `literal texts: ${found} of ${needed} on ${screens.length} screens; scripts, elements, dialogs, violations and foreign requests: ${watch.problems.length}${listed([...odd, ...watch.problems])}`;
  },
);

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent({ timeout: 5_000 })) ?? '';
}

/** The hostile texts that a part of the page shows as they are. */
async function textsIn(scope: Locator): Promise<readonly string[]> {
  const text = (await scope.allTextContents()).join(' ');
  return POLYGLOTS.filter((each) => text.includes(each));
}

/** Plants POLYGLOTS in records of every kind. */
async function plantTexts(stage: Stage) {
  const platform = await connectPlatform(stage, { name: POLYGLOTS[1] });
  const uuids = POLYGLOTS.map(() => randomUUID());
  await platform.feed('/users', {
    users: uuids.map((uuid, at) => ({
      uuid,
      email: `planted-${uuid}@example.com`,
      name: POLYGLOTS[at],
      profileImageUrl: POLYGLOTS[at],
      createdAt: CREATED,
      initial: { blocked: { at: BLOCKED, reason: POLYGLOTS[at] } },
    })),
  });
  await platform.feed('/merchants', {
    merchants: uuids.map((uuid, at) => ({
      uuid,
      userUuid: uuid,
      name: POLYGLOTS[at],
      website: POLYGLOTS[at],
      createdAt: CREATED,
    })),
  });
  await platform.feed('/orders', {
    orders: uuids.map((uuid, at) => ({
      uuid,
      merchantUuid: uuid,
      merchantOrderId: POLYGLOTS[at],
      status: 'pending',
      network: 'ETH',
      currency: 'ETH',
      amount: '1',
      amountUsd: '1',
      createdAt: CREATED,
    })),
  });
  const wallet = await stage.newWallet();
  const inbound = await stage.newWallet({ type: 'inbound' });
  await platform.feed('/wallet-transactions', {
    transactions: uuids.map((uuid, at) => ({
      uuid,
      walletUuid: wallet.uuid,
      direction: 'incoming',
      status: 'confirmed',
      type: 'payment',
      hash: POLYGLOTS[at]?.slice(0, 100),
      currency: 'ETH',
      amount: '1',
      orderUuid: uuid,
      createdAt: CREATED,
    })),
  });
  await platform.feed('/wallet-locks', {
    locks: [
      {
        walletUuid: inbound.uuid,
        lock: { merchantId: POLYGLOTS[1], currency: '<b>', networkId: '<i>', lockedAt: CREATED },
      },
    ],
  });
  for (const text of POLYGLOTS) {
    await stage.write(
      `INSERT INTO invitations (email, email_key, status, expires_at) VALUES ($1, $2, 'revoked', now())`,
      [text, randomUUID()],
    );
  }
  const entries = POLYGLOTS.map((text) => ({
    uuid: randomUUID(),
    action: 'order.refund',
    actionCategory: 'merchant_management',
    description: text,
    status: 'failure',
    actor: { type: 'user', id: text, email: text },
    resource: { type: 'merchant', id: text, identifier: text },
    requestId: text,
    userAgent: text,
    errorMessage: text,
    metadata: { [text]: text, reason: text, nested: { [text]: [text] } },
    changes: { [text]: { before: text, after: text } },
    occurredAt: CREATED,
  }));
  await platform.feed('/audit-logs', { entries });
  return {
    user: uuids[1],
    wallet: wallet.uuid,
    inbound: inbound.uuid,
    entries: entries.map(({ uuid }) => uuid),
  };
}

const WEIRD_METADATA: readonly (readonly [name: string, metadata: object])[] = [
  ['object keys', JSON.parse('{"constructor": "a", "prototype": "p", "length": 3, "toString": "b"}')],
  ['a long value', { long: 'x'.repeat(60_000) }],
  ['500 keys', Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key ${at}`, at]))],
  ['nested', nested(12)],
  ['right to left', { '\u202e\u05d0': '\u202egnp.exe', zero: 'a\u200b\u200b\ufeffb' }],
];

function nested(depth: number): object {
  return depth === 0 ? { end: '<b>' } : { deeper: nested(depth - 1) };
}

attack(
  'A87',
  'what strangers and the platform write is opened in the audit drawer',
  'entries by a stranger: 5 of 5 opened, texts isolated; entries with strange metadata: 5 of 5 opened; long texts cut: yes; scripts, dialogs, errors: 0',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    const stranger = product.newCaller();
    await stranger.get('/auth/csrf-cookie');
    const email = `o'hara+${randomUUID()}@example.com`;
    const agents = [
      POLYGLOTS[1],
      'A'.repeat(8_000),
      Buffer.from([0x41, 0xff, 0xfe, 0x80]).toString('latin1'),
      '\u05d0\u05d1'.normalize(),
      "' OR 1=1 --",
    ].map((agent) => Buffer.from(agent).toString('latin1'));
    for (const agent of agents) {
      await stranger.post(
        '/auth/login',
        { email, password: '<b>' },
        { headers: { 'user-agent': agent, 'x-forwarded-for': `<img src=x>, ${stranger.ip}` } },
      );
    }
    const platform = await connectPlatform(stage);
    const strange = WEIRD_METADATA.map(([description, metadata]) => ({
      uuid: randomUUID(),
      action: 'order.refund',
      actionCategory: 'merchant_management',
      description,
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'system' },
      metadata,
      occurredAt: CREATED,
    }));
    await platform.feed('/audit-logs', { entries: strange });
    await untilLinked(stage);
    const { rows } = await stage.database.query<{ id: string }>({
      text: 'SELECT id FROM audit_log WHERE actor_email = $1 ORDER BY sequence',
      values: [email],
    });

    const watch = await watchForInjection(page, product.address, product.analytics.origin);
    await product.signIn(page);
    const drawer = page.getByRole('dialog', { name: 'Audit Log Details' });
    const opens = async (id: string, text: string) => {
      await page.goto(`${product.address}/audit-logs?entry=${id}`);
      const isOpen = await eventually(
        async () => (await drawer.count()) > 0 && (await textOf(drawer)).includes(text),
      );
      await watch.look();
      return isOpen;
    };
    let opened = 0;
    let isolated = 0;
    for (const { id } of rows) {
      if (await opens(id, email)) opened += 1;
      if (await drawer.locator('bdi', { hasText: email }).count()) isolated += 1;
    }
    let openedStrange = 0;
    const lengths: number[] = [];
    for (const { uuid, description } of strange) {
      if (await opens(uuid, description)) openedStrange += 1;
      lengths.push((await textOf(drawer)).length);
    }
    const isCut = (lengths[1] ?? 0) < 3_000;
    return `entries by a stranger: ${opened} of ${agents.length} opened, texts ${isolated === agents.length ? 'isolated' : `isolated in ${isolated}`}; entries with strange metadata: ${openedStrange} of ${strange.length} opened; long texts cut: ${isCut ? 'yes' : lengths}; scripts, dialogs, errors: ${watch.problems.length}${listed(watch.problems)}`;
  },
);

const WEBSITES = [
  ['https://shop.example/a?b=c', true],
  ['http://shop.example', true],
  ['https://xn--80ak6aa92e.com', true],
  ['javascript:window.__x=1', false],
  ['data:text/html,<script>window.__x=1</script>', false],
  ['vbscript:msgbox(1)', false],
  ['java\tscript:window.__x=1', false],
  ['//evil.example', false],
  ['https://bank.example@evil.example', false],
  ['http://a:b@evil.example', false],
  ['file:///etc/passwd', false],
  ['blob:https://evil.example/1', false],
] as const;

const IMAGES = [
  'javascript:window.__x=1',
  'data:text/html,<script>window.__x=1</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.__x=1"/>',
  'http://tracker.example/pixel.gif',
  'https://tracker.example/pixel.gif',
  '//tracker.example/pixel.gif',
] as const;

attack(
  'A88',
  'links and images of the platform',
  'links: 3, all safe; plain texts: 9 of 9; images: 0, initials: 6 of 6; scripts and foreign requests: 0',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    const platform = await connectPlatform(stage);
    const mark = `linked ${randomUUID().slice(0, 8)}`;
    await platform.feed('/merchants', {
      merchants: WEBSITES.map(([website], at) => ({
        uuid: randomUUID(),
        userUuid: null,
        name: `${mark} ${at}`,
        website,
        createdAt: CREATED,
      })),
    });
    await platform.feed('/users', {
      users: IMAGES.map((profileImageUrl, at) => ({
        uuid: randomUUID(),
        email: `${randomUUID()}@example.com`,
        name: `${mark} ${at}`,
        profileImageUrl,
        createdAt: CREATED,
      })),
    });
    const watch = await watchForInjection(page, product.address, product.analytics.origin);
    await product.signIn(page);
    const open = async (path: string, count: number) => {
      await page.goto(`${product.address}${path}?search=${encodeURIComponent(mark)}`);
      const rows = page.locator('tbody').getByRole('row').filter({ hasText: mark });
      await eventually(async () => (await rows.count()) === count);
      return rows;
    };
    const merchants = await open('/merchants', WEBSITES.length);
    const links = await merchants.locator('a[href]').evaluateAll((anchors) =>
      anchors.map((anchor) => ({
        href: anchor.getAttribute('href') ?? '',
        rel: anchor.getAttribute('rel'),
        target: anchor.getAttribute('target'),
      })),
    );
    const good: readonly string[] = WEBSITES.filter(([, isLink]) => isLink).map(
      ([text]) => new URL(text).href,
    );
    const safe = links.filter(
      ({ href, rel, target }) => good.includes(href) && rel === 'noopener noreferrer' && target === '_blank',
    );
    const text = await textOf(page.locator('tbody'));
    const plain = WEBSITES.filter(
      ([website, isLink]) => !isLink && text.replace(/\s/g, '').includes(website.replace(/\s/g, '')),
    );
    await watch.look();
    const users = await open('/users', IMAGES.length);
    const images = await users.locator('img').count();
    const initials = (await users.allInnerTexts()).filter((row) => /(^|\s)L\d?(\s|$)/i.test(row)).length;
    await watch.look();
    return `links: ${links.length}${safe.length === links.length ? ', all safe' : `: ${JSON.stringify(links)}`}; plain texts: ${plain.length} of ${WEBSITES.length - good.length}; images: ${images}, initials: ${initials} of ${IMAGES.length}; scripts and foreign requests: ${watch.problems.length}${listed(watch.problems)}`;
  },
);

attack(
  'A89',
  'another site frames, opens and floods the product, and sends people to it with hostile addresses',
  'frames and objects: 0 of 2 shown; opener: none; after 1000 messages: same page; addresses that stay on the site without a script: 8 of 8; problems: 0',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    const evil = await startEvilSite(evilPage(product.address));
    try {
      const { person } = await product.signIn(page);
      const outer = await page.context().newPage();
      await outer.goto(evil.address);
      await outer.waitForTimeout(1_000);
      const shown: string[] = [];
      for (const frame of outer.frames()) {
        const text = await textOf(frame.locator('body')).catch(() => '');
        if (frame !== outer.mainFrame() && /Dashboard|Sign in|Admin/.test(text)) shown.push(frame.url());
      }
      const [opened] = await Promise.all([
        page.context().waitForEvent('page', { timeout: 20_000 }),
        outer.locator('#open').click(),
      ]);
      await opened.waitForLoadState();
      await eventually(() => opened.url().startsWith(product.address));
      const opener = await opened.evaluate(() => window.opener === null);
      const url = opened.url();
      await outer.locator('#flood').click();
      const isSame = opened.url() === url && (await opened.title()).includes('Halyard');

      const watch = await watchForInjection(page, product.address, product.analytics.origin);
      const hostile = [
        '/login?next=//evil.example',
        '/login?next=https://evil.example&redirect=https://evil.example&returnTo=%2F%2Fevil.example',
        '/?next=javascript:window.__x=1',
        '/login#<img src=x onerror=window.__x=1 data-planted>',
        '/dashboard#javascript:window.__x=1',
        `/users?search=${encodeURIComponent(POLYGLOTS[1])}`,
        '/audit-logs?entry=%3Cscript%3Ewindow.__x=1%3C/script%3E',
        '//evil.example/%2f..',
      ];
      const left: string[] = [];
      for (const path of hostile) {
        await page.goto(product.address + path);
        await eventually(async () => (await page.locator('h1').count()) > 0);
        await watch.look();
        if (new URL(page.url()).origin !== product.address) left.push(`${path} -> ${page.url()}`);
      }
      await page.context().clearCookies();
      await page.goto(`${product.address}/reset-password?token=${encodeURIComponent(POLYGLOTS[1])}`);
      await eventually(async () => (await page.locator('h1').count()) > 0);
      await watch.look();
      await page.goto(`${product.address}/login?next=//evil.example`);
      await signIn(page, person);
      await eventually(() => page.url().endsWith('/dashboard'));
      if (!page.url().startsWith(`${product.address}/dashboard`)) left.push(`sign-in -> ${page.url()}`);
      const problems = watch.problems.filter((each) => !/status of 40[014]/.test(each));
      return `frames and objects: ${shown.length} of 2 shown; opener: ${opener ? 'none' : 'given'}; after 1000 messages: ${isSame ? 'same page' : opened.url()}; addresses that stay on the site without a script: ${hostile.length - left.length} of ${hostile.length}; problems: ${problems.length}${listed([...shown, ...left, ...problems])}`;
    } finally {
      await evil.close();
    }
  },
);

/** Enters the password, then a code. */
async function signIn(page: Page, person: Person): Promise<void> {
  await enterPassword(page, person);
  // A fresh code changes the row of the administrator, which the check of the password reads.
  await codeCells(page).waitFor();
  await codeCells(page).pressSequentially(await person.freshCode());
}

/** A page that attacks its visitors. */
const evilPage = (target: string) => `<!doctype html><title>evil</title>
  <iframe src="${target}/login"></iframe>
  <object data="${target}/dashboard"></object>
  <button id="open" onclick="other = window.open('${target}/dashboard')">open</button>
  <button id="flood" onclick="for (let i = 0; i < 1000; i++) {
    for (const message of [{kind: 'logged-out'}, {kind: 'ended'}, '<img src=x onerror=window.__x=1>', {i}]) {
      try { other.postMessage(message, '*') } catch {}
      for (const frame of frames) frame.postMessage(message, '*')
    }
  }">flood</button>`;

const SCREENS = [
  'dashboard',
  'users',
  'merchants',
  'wallets',
  'wallets?type=inbound',
  'invitations',
  'audit-logs',
  'account-settings',
  'orders',
  'orders?tab=exceptions',
  'transactions',
  'system',
];

attack(
  'A90',
  'what a browser keeps after a tour, and after logout',
  'passwords may be filled and pasted; secrets kept in the tour: 0; after logout: only harmless keys, no cookie, no database, no cache; console: clean; analytics: one identity, nothing after logout',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    const person = await stage.newAdministrator();
    const enrolling = product.newCaller();
    await person.enrol(enrolling);
    await enrolling.post('/auth/logout');
    const watch = await watchForInjection(page, product.address, product.analytics.origin);
    const before = product.analytics.events.length;

    await page.goto(`${product.address}/login`);
    const password = page.getByLabel('Password', { exact: true });
    const mayFill = (await password.getAttribute('autocomplete')) === 'current-password';
    const isTaken = await password.evaluate((field) => {
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      return !field.dispatchEvent(paste);
    });
    await signIn(page, person);
    await eventually(() => page.url().endsWith('/dashboard'));
    await eventually(() => product.analytics.events.length > before);
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name.startsWith('admin_session'))?.value ?? 'none';
    const secrets = [person.password, person.secret, session, ...person.backupCodes];
    for (const screen of SCREENS) {
      await page.goto(`${product.address}/${screen}`);
      await eventually(async () => (await page.locator('h1').count()) > 0);
      await page.waitForLoadState('networkidle');
    }
    const inTour = JSON.stringify(await keptBy(page));
    const found = secrets.filter((secret) => inTour.includes(secret)).length;

    await logOut(page);
    await eventually(() => page.url().endsWith('/login'));
    const identified = product.analytics.events.slice(before);
    await page.waitForLoadState('networkidle');
    const kept = await keptBy(page);
    const strange = Object.keys(kept.stored).filter((key) => !HARMLESS.test(key));
    const left = secrets.filter((secret) => JSON.stringify(kept).includes(secret));
    const remaining = (await page.context().cookies()).filter(
      ({ name, value }) => name !== 'sidebar_state' && !value.startsWith('anonymous.'),
    );
    const isEmpty = remaining.length === 0 && kept.databases.length === 0 && kept.caches.length === 0;
    const isClean = strange.length === 0 && left.length === 0 && isEmpty;
    const analytics = product.analytics.events.slice(before);
    const isIdentity =
      identified.length > 0 &&
      analytics.length === identified.length &&
      identified.every(
        ({ event, properties, $set }) =>
          event === '$identify' &&
          properties['distinct_id'] === person.id &&
          JSON.stringify($set) === JSON.stringify({ email: person.email }),
      );
    const console = watch.problems.filter((each) => !/status of 401/.test(each));
    return `passwords may be ${mayFill ? 'filled' : 'not filled'} and ${isTaken ? 'not pasted' : 'pasted'}; secrets kept in the tour: ${found}; after logout: ${isClean ? 'only harmless keys, no cookie, no database, no cache' : JSON.stringify({ strange, remaining, left, ...kept })}; console: ${console.length === 0 ? 'clean' : console}; analytics: ${isIdentity ? 'one identity, nothing after logout' : JSON.stringify(analytics)}`;
  },
);

/** Choices of the person, and the newest seal of the audit log that this browser saw. */
const HARMLESS =
  /^(theme|rows|single-keys|audit-platform-feed|audit-log-seen|getting-started-dismissed|reloaded-builds)$/;

/** Everything that the page can read from this browser. */
async function keptBy(page: Page) {
  return await page.evaluate(async () => ({
    stored: { ...localStorage, ...sessionStorage } as Record<string, string>,
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: 'caches' in globalThis ? await caches.keys() : [],
    html: document.documentElement.outerHTML,
  }));
}
