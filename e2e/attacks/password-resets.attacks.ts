import { createHash, randomUUID } from 'node:crypto';
import { CSRF_HEADER } from '@halyard/contract/constants';
import type { Page } from '@playwright/test';
import { attack } from './support/attack.ts';
import { type Answer, type Caller, exchange, inShort } from './support/caller.ts';
import { dumpTables, printedLines } from './support/evidence.ts';
import { countMails, mailedTokens, mailsTo, requestResetToken, sentMails } from './support/mails.ts';
import {
  changePassword,
  completeReset,
  PASSWORD_CHANGED,
  signInByPassword,
} from './support/password-calls.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import { disableAccount, newEmail } from './support/people.ts';
import { rawRequest } from './support/raw-request.ts';
import { PUBLIC_URL, type Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { countEach } from './support/tally.ts';
import { visit } from './support/visit.ts';

const INVALID_LINK = '400 invalid_token Invalid reset link';
const RESET_LINK = /https?:\/\/\S+\/reset-password\?token=[\w-]+/;
const initiate = async (caller: Caller, email: unknown) =>
  await caller.post('/auth/password/reset/initiate', { email });
const validate = async (caller: Caller, token: string) =>
  await caller.post('/auth/password/reset/validate', { token });
/** What the product says about a link that does not work; the same words for both calls. */
async function saidOfLink(visitor: Caller, token: string): Promise<string> {
  const answers = [await validate(visitor, token), await completeReset(visitor, token)];
  return [...new Set(answers.map((answer) => `${inShort(answer)} ${answer.body?.message ?? ''}`))].join(
    ' and ',
  );
}

function lowerQuartile(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? 0;
}

attack(
  'A57',
  'finding out from a reset request who is an administrator',
  '202 with the same body and headers for 4 kinds of address, 400 validation_error for a malformed one, in the same time; 3 mails for 5 requests, 0 to the unknown and the disabled; 6th of a network 429 rate_limited',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const [fresh, disabled, often] = [
      await stage.newAdministrator(),
      await stage.newAdministrator(),
      await stage.newAdministrator(),
    ];
    await disableAccount(stage, disabled);
    const unknown = newEmail();
    const answers = new Set<string>();
    const kinds = [person.email, unknown, disabled.email, fresh.email];
    for (const email of kinds) {
      const { status, body, headers } = await initiate(await newVisitor(stage), email);
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      answers.add(JSON.stringify([status, body, rest]));
    }
    const malformed = await initiate(await newVisitor(stage), 'nobody');

    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let network = 0; network < 6; network++) {
      const visitor = await newVisitor(stage);
      for (const kind of ['known', 'unknown', 'unknown', 'known'] as const) {
        const begunAt = performance.now();
        await initiate(visitor, kind === 'known' ? person.email : unknown);
        times[kind].push(performance.now() - begunAt);
      }
    }
    const [known, other] = [lowerQuartile(times.known), lowerQuartile(times.unknown)];
    const isSame = Math.abs(known - other) < Math.max(15, 0.5 * Math.min(known, other));

    for (let network = 0; network < 5; network++) await initiate(await newVisitor(stage), often.email);
    const mails = (await mailedTokens(stage, often.email)).length;
    const others = (await mailsTo(stage, unknown)).length + (await mailsTo(stage, disabled.email)).length;
    const busy = await newVisitor(stage);
    const sent: Answer[] = [];
    while (sent.length < 6) sent.push(await initiate(busy, unknown));
    const sixth = sent.at(-1);
    const [status] = JSON.parse([...answers][0] ?? '[]');
    return `${answers.size === 1 ? `${status} with the same body and headers` : [...answers].join(' or ')} for ${kinds.length} kinds of address, ${inShort(malformed)} for a malformed one, in ${isSame ? 'the same time' : `${known} ms and ${other} ms`}; ${mails} mails for 5 requests, ${others} to the unknown and the disabled; 6th of a network ${sixth && inShort(sixth)}`;
  },
);

attack(
  'A58',
  'a reset request whose headers name another host',
  'from a stranger 4 x 400 for another host; 7 x 202 with other headers, 2 x 202 by the proxy; 9 of 9 mailed links start with https://admin.example.com/reset-password; 0 mails name the other host',
  async (stage) => {
    const emails: string[] = [];
    const send = async (host: readonly string[], more: readonly string[], path = '', proxy = false) => {
      const { email } = await stage.newAdministrator();
      emails.push(email);
      const visitor = await newVisitor(stage);
      const body = JSON.stringify({ email });
      const lines = [
        `POST ${path}/api/admin/v1/auth/password/reset/initiate HTTP/1.1`,
        ...host.map((name) => `Host: ${name}`),
        'Content-Type: application/json',
        `Cookie: ${visitor.cookie}`,
        `${CSRF_HEADER}: ${visitor.csrfToken}`,
        ...more,
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ];
      const from = proxy ? '127.0.0.1' : `127.0.2.${emails.length}`;
      return (await rawRequest(stage.a.address, lines.join('\r\n'), { from })).statuses.join();
    };
    const own = ['admin.example.com'];
    const hosts = [
      await send(['evil.example'], []),
      await send(['admin.example.com:80@evil.example'], []),
      await send([...own, 'evil.example'], []),
      await send(['evil.example'], [], 'http://admin.example.com'),
    ];
    const headers = [
      await send(own, ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: http']),
      await send(own, ['X-Forwarded-Server: evil.example']),
      await send(own, ['Forwarded: host=evil.example;proto=http']),
      await send(own, ['X-Host: evil.example', 'X-Original-URL: https://evil.example/']),
      await send(own, ['X-HTTP-Host-Override: evil.example']),
      await send(own, ['Referer: https://evil.example/reset-password']),
      await send(own, [], 'http://evil.example'),
    ];
    const byProxy = ['X-Forwarded-For: 198.51.100.7', 'X-Forwarded-Proto: https'];
    const proxied = [
      await send(['evil.example'], byProxy, '', true),
      await send(own, [...byProxy, 'X-Forwarded-Host: evil.example'], '', true),
    ];
    const mails = (await sentMails(stage)).filter(({ to }) => emails.includes(to));
    const links = mails.flatMap(({ text }) => RESET_LINK.exec(text)?.[0] ?? []);
    const good = links.filter((link) => link.startsWith(`${PUBLIC_URL}/reset-password?token=`)).length;
    const evil = mails.filter((mail) => JSON.stringify(mail).includes('evil')).length;
    return `from a stranger ${countEach(hosts)} for another host; ${countEach(headers)} with other headers, ${countEach(proxied)} by the proxy; ${good} of ${links.length} mailed links start with ${PUBLIC_URL}/reset-password; ${evil} mails name the other host`;
  },
);

attack(
  'A59',
  'a reset request for somebody, with the mail to somebody else',
  '1 x 400 invalid_json, 13 x 400 validation_error; 5 look-alikes 202 without a mail; another case of letters 202; 1 mail, to the stored address as its only recipient',
  async (stage) => {
    const person = await stage.newAdministrator();
    const { email } = person;
    const before = (await sentMails(stage)).length;
    const forms = [
      `${email},eve@evil.example`,
      `${email};eve@evil.example`,
      `${email} eve@evil.example`,
      `${email}%0d%0aBcc:eve@evil.example`,
      `${email}\r\nBcc: eve@evil.example`,
      `${email}\nBcc: eve@evil.example`,
      `"Adm" <${email}>`,
      `${email}(eve@evil.example)`,
      `<@evil.example:${email}>`,
      `${'a'.repeat(290)}@example.com`,
      [email, 'eve@evil.example'],
      { email },
      null,
    ];
    const refused: string[] = [];
    for (const form of forms) refused.push(inShort(await initiate(await newVisitor(stage), form)));
    const twice = `{"email": "${email}", "email": "eve@evil.example"}`;
    const doubled = await (await newVisitor(stage)).post('/auth/password/reset/initiate', undefined, {
      raw: twice,
    });
    refused.push(inShort(doubled));
    const lookAlikes: number[] = [];
    for (const other of [
      email.replace('a', 'а'),
      email.replace('example', 'exаmple'),
      email.replace('@', '+x@'),
      `${email}.evil.example`,
      email.replace('.com', '.com.'),
    ]) {
      lookAlikes.push((await initiate(await newVisitor(stage), other)).status);
    }
    const cased = await initiate(await newVisitor(stage), email.toUpperCase());
    const mails = (await sentMails(stage)).slice(before);
    const isOurs = mails.every(({ to, recipients }) => to === email && recipients.join() === email);
    return `${countEach(refused)}; ${lookAlikes.length} look-alikes ${[...new Set(lookAlikes)]} without a mail; another case of letters ${cased.status}; ${mails.length} mail, ${isOurs ? 'to the stored address as its only recipient' : JSON.stringify(mails.map(({ recipients }) => recipients))}`;
  },
);

attack(
  'A60',
  'reset links that are used, old, replaced or guessed',
  '12 of 12 links: 400 invalid_token Invalid reset link; 29:50 old: 200; the link itself 204; guesses of a network 20 x 400 invalid_token, 1 x 429 rate_limited; the link in 0 tables, its SHA-256 in 1',
  async (stage) => {
    const visitor = await newVisitor(stage);
    const refused: string[] = [];

    const used = await stage.newAdministrator();
    const usedToken = await requestResetToken(stage, used.email);
    await completeReset(visitor, usedToken);
    refused.push(await saidOfLink(visitor, usedToken));

    const old = await stage.newAdministrator();
    const oldToken = await requestResetToken(stage, old.email);
    const age = async (seconds: number) =>
      await stage.write(
        `UPDATE administrators SET reset_link_expires_at = reset_link_expires_at - make_interval(secs => $2)
          WHERE id = $1`,
        [old.id, seconds],
      );
    await age(29 * 60 + 50);
    const inTime = await validate(visitor, oldToken);
    await age(11);
    refused.push(await saidOfLink(visitor, oldToken));

    const { person: replaced } = await stage.newEnrolled();
    const replacedToken = await requestResetToken(stage, replaced.email);
    const newerToken = await requestResetToken(stage, replaced.email);
    refused.push(await saidOfLink(visitor, replacedToken));
    await replaced.signIn(stage.newCaller());
    refused.push(await saidOfLink(visitor, newerToken));

    const { person: changed, caller } = await stage.newEnrolled();
    const changedToken = await requestResetToken(stage, changed.email);
    await changePassword(caller, changed.password, NEW_PASSWORD);
    refused.push(await saidOfLink(visitor, changedToken));

    const owner = await stage.newAdministrator();
    const session = stage.newCaller();
    await session.signIn(owner);
    const token = await requestResetToken(stage, owner.email);
    const hash = createHash('sha256').update(token).digest();
    for (const almost of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(0, -1),
      `${token}=`,
      token.toLowerCase(),
      hash.toString('hex'),
      session.cookie.split('=')[1] ?? '',
      session.csrfToken,
    ]) {
      refused.push(await saidOfLink(visitor, almost));
    }
    const tables = [...(await dumpTables(stage)).values()];
    const spellings = [token, Buffer.from(token), Buffer.from(token, 'base64url')].map((each) =>
      each.toString('hex'),
    );
    const plain = tables.filter((text) => spellings.some((spelling) => text.includes(spelling))).length;
    const hashed = tables.filter((text) => text.includes(hash.toString('hex'))).length;
    const own = await completeReset(visitor, token);

    const guesser = await newVisitor(stage);
    const guesses = await Promise.all(
      Array.from({ length: 21 }, async () => await validate(guesser, randomUUID())),
    );
    const good = refused.filter((words) => words === INVALID_LINK).length;
    const odd = refused.filter((words) => words !== INVALID_LINK);
    return `${good} of ${refused.length} links: ${INVALID_LINK}${odd.length > 0 ? ` (not: ${countEach(odd)})` : ''}; 29:50 old: ${inTime.status}; the link itself ${own.status}; guesses of a network ${countEach(guesses.map(inShort))}; the link in ${plain} tables, its SHA-256 in ${hashed}`;
  },
);

attack(
  'A61',
  'a link that a mail scanner opens, and that twenty requests use at once',
  'opened 9 times: still 200; 1 x 204, 19 x 400 invalid_token; signs in with the password of the winner 200, of a loser 401',
  async (stage) => {
    const person = await stage.newAdministrator();
    const token = await requestResetToken(stage, person.email);
    const scanner = await newVisitor(stage);
    const page = `/reset-password?token=${token}`;
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) await visit(stage, page, { method });
    for (let time = 0; time < 5; time++) await validate(scanner, token);
    const still = await validate(scanner, token);
    const racers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, at) => await newVisitor(stage, { on: at % 2 ? stage.b : stage.a }),
      ),
    );
    const answers = await Promise.all(
      racers.map(async (racer, at) => await completeReset(racer, token, `${NEW_PASSWORD}-${at}`)),
    );
    const winner = answers.findIndex(({ status }) => status === 204);
    const first = await signInByPassword(stage, person, `${NEW_PASSWORD}-${winner}`);
    const other = await signInByPassword(stage, person, `${NEW_PASSWORD}-${(winner + 1) % 20}`);
    return `opened 9 times: still ${still.status}; ${countEach(answers.map(inShort))}; signs in with the password of the winner ${first.status}, of a loser ${other.status}`;
  },
);

attack(
  'A62',
  'a reset in place of the second factor',
  'reset 204 without a cookie, then 401; 2 old sessions 2 x 401; the password asks for a code (true) and alone reads 401 users; the old authenticator 204, an old backup code 204; 1 notice',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const half = stage.newCaller({ on: stage.b });
    await half.signIn(person);
    const visitor = await newVisitor(stage);
    const reset = await completeReset(visitor, await requestResetToken(stage, person.email));
    const then = await visitor.get('/auth/me');
    const old = [await caller.get('/auth/me'), await half.get('/auth/2fa/status')];
    const again = { ...person, password: NEW_PASSWORD };
    const back = stage.newCaller();
    const { body } = await back.signIn(again);
    const alone = await back.get('/users');
    const byApp = await back.post('/auth/2fa/verify', { code: await person.freshCode() });
    const other = stage.newCaller();
    await other.signIn(again);
    const byBackupCode = await other.post('/auth/2fa/verify', { code: person.backupCodes[0] });
    const notices = await countMails(stage, person.email, PASSWORD_CHANGED);
    return `reset ${reset.status} ${reset.setCookie.length === 0 ? 'without' : 'with'} a cookie, then ${then.status}; 2 old sessions ${countEach(old.map(({ status }) => status))}; the password asks for a code (${body.requires2FA}) and alone reads ${alone.status} users; the old authenticator ${byApp.status}, an old backup code ${byBackupCode.status}; ${notices} notice`;
  },
);

/** Shows the product in a browser as if it were at its public URL. */
async function showAtPublicUrl(page: Page, { a }: Stage): Promise<void> {
  await page.context().route('**/*', async (route) => {
    const request = route.request();
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== PUBLIC_URL) return await route.abort();
    const answer = await exchange(a.address, {
      method: request.method(),
      path: `${pathname}${search}`,
      headers: {
        ...(await request.allHeaders()),
        host: new URL(PUBLIC_URL).host,
        'accept-encoding': 'identity',
        'x-forwarded-for': '198.51.100.63',
        'x-forwarded-proto': 'https',
      },
      content: request.postDataBuffer() ?? undefined,
    });
    const { 'set-cookie': cookies, ...headers } = answer.headers;
    await route.fulfill({
      status: answer.status,
      body: answer.text,
      headers: {
        ...(headers as Record<string, string>),
        ...(cookies && { 'set-cookie': cookies.join('\n') }),
      },
    });
  });
}

attack(
  'A63',
  'looking for the token of a reset link in all that a browser and the server pass on',
  'token in the address of the page alone, in 2 bodies of 2 calls; in 0 other addresses, 0 headers, 0 console lines, 0 lines of the log; not in address bar, title, storage or history; no-referrer; 0 other origins; password reset',
  async (stage, { page }) => {
    const { person } = await stage.newEnrolled();
    const token = await requestResetToken(stage, person.email);
    const link = `${PUBLIC_URL}/reset-password?token=${token}`;
    const found = { pages: 0, bodies: 0, addresses: 0, headers: 0, console: 0, foreign: 0 };
    const calls: string[] = [];
    page.on('request', (request) => {
      const isPage = request.isNavigationRequest() && request.url() === link;
      if (isPage) found.pages += 1;
      else if (request.url().includes(token)) found.addresses += 1;
      if (JSON.stringify(request.headers()).includes(token)) found.headers += 1;
      if (request.postData()?.includes(token)) found.bodies += 1;
      if (request.url().includes('/reset/')) calls.push(new URL(request.url()).pathname);
      if (new URL(request.url()).origin !== PUBLIC_URL) found.foreign += 1;
    });
    page.on('console', (message) => {
      if (message.text().includes(token)) found.console += 1;
    });
    await showAtPublicUrl(page, stage);
    const opened = await page.goto(link);
    const policy = opened?.headers()['referrer-policy'];
    await page.getByText(person.email).waitFor();
    const bar = page.url();
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.waitForURL('**/login');
    const kept = await page.evaluate(() =>
      JSON.stringify([
        document.title,
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        document.cookie,
        document.referrer,
      ]),
    );
    await page.goBack();
    const places = [bar, kept, page.url()].filter((text) => text.includes(token)).length;
    const lines = (await printedLines(stage)).filter((line) => line.includes(token)).length;
    const { status } = await signInByPassword(stage, person, NEW_PASSWORD);
    return `token in the address of ${found.pages === 1 ? 'the page alone' : `${found.pages} pages`}, in ${found.bodies} bodies of ${calls.length} calls; in ${found.addresses} other addresses, ${found.headers} headers, ${found.console} console lines, ${lines} lines of the log; ${places === 0 ? 'not' : 'still'} in address bar, title, storage or history; ${policy}; ${found.foreign} other origins; password ${status === 200 ? 'reset' : 'not reset'}`;
  },
);
