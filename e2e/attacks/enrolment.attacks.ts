import { ENDPOINTS } from '@halyard/contract/endpoints';
import type { Page } from '@playwright/test';
import { codeCells, enterPassword } from '../support/screens.ts';
import { attack } from './support/attack.ts';
import { startForBrowser } from './support/browser-process.ts';
import { type Answer, type Caller, inShort } from './support/caller.ts';
import { checksumOf } from './support/changed-tables.ts';
import { callAll, urlOf } from './support/every-call.ts';
import {
  codeOfStep,
  currentCode,
  currentStep,
  halfSignedIn,
  signedIn,
  storedFactors,
  verify,
} from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { countWanted } from './support/tally.ts';

interface Setup {
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

const PUBLIC_CALLS = [
  'csrfCookie',
  'login',
  'logout',
  'initiatePasswordReset',
  'validatePasswordReset',
  'completePasswordReset',
];
const CHOSEN_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Everything that a refused call must leave alone. */
const STATE = [
  'administrators',
  'two_factor_setups',
  'users',
  'merchants',
  'invitations',
  'wallets',
  'service_keys',
  'exports',
];

function answeredAmong(outcomes: Readonly<Record<string, string>>): string[] {
  return Object.keys(outcomes)
    .filter((name) => !/^(401|403)/.test(outcomes[name] ?? ''))
    .toSorted();
}

/** `the 8 allowed calls`, or the names of those that were not refused if they are others. */
function namesOf(answered: readonly string[], allowed: readonly string[]): string {
  const asAllowed = answered.join() === allowed.toSorted().join();
  return asAllowed ? `the ${allowed.length} allowed calls` : answered.join(', ');
}

const without = (outcomes: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(outcomes).filter(([name]) => !names.includes(name)));

const PENDING_CALLS = [...PUBLIC_CALLS, 'readTwoFactorStatus', 'verifyTwoFactor'];
const PENDING_REFUSED = ENDPOINTS.length - PENDING_CALLS.length;

attack(
  'A25',
  'every call after the password alone, with a good code in the header',
  `the 8 allowed calls answer; 401 unauthenticated for ${PENDING_REFUSED} of ${PENDING_REFUSED} others; nothing changed`,
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const caller = await halfSignedIn(stage, person);
    const code = await person.freshCode();
    const before = await checksumOf(stage, STATE);
    const outcomes = await callAll(caller, code);
    const changed = (await checksumOf(stage, STATE)) === before ? 'nothing changed' : 'something changed';
    const refused = countWanted('401 unauthenticated', Object.entries(without(outcomes, PENDING_CALLS)));
    return `${namesOf(answeredAmong(outcomes), PENDING_CALLS)} answer; 401 unauthenticated for ${refused} others; ${changed}`;
  },
);

const ENROLLING_CALLS = [...PUBLIC_CALLS, 'readTwoFactorStatus', 'setUpTwoFactor', 'enableTwoFactor'];
const HIDDEN_CALLS = [
  'me',
  ...ENDPOINTS.filter(({ access }) => access.kind === 'service_key').map(({ name }) => name),
];
const ENROLLING_REFUSED = ENDPOINTS.length - ENROLLING_CALLS.length - HIDDEN_CALLS.length;

attack(
  'A26',
  'every call before the second factor is set up',
  `the 9 allowed calls answer; 401 for me and the platform API (${HIDDEN_CALLS.length} of ${HIDDEN_CALLS.length}); 403 2fa_setup_required for ${ENROLLING_REFUSED} of ${ENROLLING_REFUSED} others; the session lives 30 min (200, then 401)`,
  async (stage) => {
    const person = await stage.newAdministrator();
    const outcomes = await callAll(await halfSignedIn(stage, person), '123456');
    const hidden = Object.fromEntries(HIDDEN_CALLS.map((name) => [name, outcomes[name] ?? 'not called']));
    const refused = countWanted(
      '403 2fa_setup_required',
      Object.entries(without(outcomes, [...ENROLLING_CALLS, ...HIDDEN_CALLS])),
    );
    const caller = await halfSignedIn(stage, person);
    const statuses: number[] = [];
    for (const seconds of [29 * 60, 60]) {
      await stage.write(
        'UPDATE sessions SET expires_at = expires_at - make_interval(secs => $2) WHERE administrator_id = $1',
        [person.id, seconds],
      );
      statuses.push((await caller.get('/auth/2fa/status')).status);
    }
    return `${namesOf(answeredAmong(outcomes), ENROLLING_CALLS)} answer; 401 for me and the platform API (${countWanted('401 unauthenticated', Object.entries(hidden))}); 403 2fa_setup_required for ${refused} others; the session lives 30 min (${statuses.join(', then ')})`;
  },
);

attack(
  'A27',
  'another set-up by an enrolled administrator, and a replacement without the old factor',
  'set-up and enable 409 2fa_already_enabled (3 of 3), set-up 401 after the password; a replacement without the old factor 400 invalid_code; the old authenticator signs in: 204',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const replacement: Setup = { ...(await caller.post('/auth/2fa/replace/setup')).body, backupCodes: [] };
    const again = {
      'set-up': inShort(await caller.post('/auth/2fa/setup')),
      'enable a chosen secret': inShort(await enable(caller, { secret: CHOSEN_SECRET, backupCodes: [] })),
      'enable the replacement': inShort(await enable(caller, replacement)),
    };
    const halfway = await (await halfSignedIn(stage, person)).post('/auth/2fa/setup');
    const { secret } = replacement;
    const newCode = currentCode(secret);
    const replaced = await caller.post('/auth/2fa/replace', { code: newCode, secret, newCode });
    const signedInAgain = await person.signIn(stage.newCaller());
    return `set-up and enable 409 2fa_already_enabled (${countWanted('409 2fa_already_enabled', Object.entries(again))}), set-up ${halfway.status} after the password; a replacement without the old factor ${inShort(replaced)}; the old authenticator signs in: ${signedInAgain.status}`;
  },
);

attack(
  'A28',
  'a set-up with a secret that the server did not issue',
  '400 setup_mismatch for 5 of 5, then also for the issued secret; 2FA off, no secret stored; a replacement with a chosen secret 400 setup_mismatch, the old authenticator signs in: 204',
  async (stage) => {
    const newcomer = await stage.newAdministrator();
    const caller = await halfSignedIn(stage, newcomer);
    const issued: Setup = (await caller.post('/auth/2fa/setup')).body;
    const outcomes: Record<string, string> = {};
    for (let attempt = 1; attempt <= 5; attempt++) {
      outcomes[`attempt ${attempt}`] = inShort(await enable(caller, { ...issued, secret: CHOSEN_SECRET }));
    }
    const late = await enable(caller, issued);
    const { enabled } = (await caller.get('/auth/2fa/status')).body;
    const { totp_secret: stored } = await storedFactors(stage, newcomer);

    const { person, caller: owner } = await stage.newEnrolled();
    await owner.post('/auth/2fa/replace/setup');
    const replaced = await owner.post('/auth/2fa/replace', {
      code: await person.freshCode(),
      secret: CHOSEN_SECRET,
      newCode: currentCode(CHOSEN_SECRET),
    });
    const signedInAgain = await person.signIn(stage.newCaller());
    return `400 setup_mismatch for ${countWanted('400 setup_mismatch', Object.entries(outcomes))}, then ${late.body?.status === 'setup_mismatch' ? 'also for the issued secret' : inShort(late)}; 2FA ${enabled ? 'on' : 'off'}, ${stored === null ? 'no secret' : 'a secret'} stored; a replacement with a chosen secret ${inShort(replaced)}, the old authenticator signs in: ${signedInAgain.status}`;
  },
);

/** Sends a set-up back, with a good code of its secret unless there is another. */
async function enable(
  caller: Caller,
  { secret, backupCodes }: Setup,
  code = currentCode(secret),
): Promise<Answer> {
  return await caller.post('/auth/2fa/enable', { code, secret, backupCodes });
}

const CHOSEN_CODES = Array.from({ length: 10 }, (_, index) => `AAAAAAAAA${index}`);

attack(
  'A29',
  'a set-up with backup codes that the server did not issue',
  '400 for 8 of 8 sets and 413 for 10,000 codes; 2FA stays off; after a set-up as issued, 0 of 2 chosen codes and 0 of 1 earlier ones sign in, an issued one does',
  async (stage) => {
    const person = await stage.newAdministrator();
    const caller = await halfSignedIn(stage, person);
    let earlier = '';
    const tryWith = async (change: (issued: readonly string[]) => readonly unknown[]): Promise<Answer> => {
      const setup = await caller.post('/auth/2fa/setup');
      if (setup.status !== 200) return setup;
      const issued: Setup = setup.body;
      [earlier = ''] = issued.backupCodes;
      return await enable(caller, { ...issued, backupCodes: change(issued.backupCodes) as string[] });
    };
    const sets: Record<string, (issued: readonly string[]) => readonly unknown[]> = {
      chosen: () => CHOSEN_CODES,
      'all the same': () => Array(10).fill('AAAAAAAAAA'),
      'one changed': (issued) => [...issued.slice(1), 'AAAAAAAAAA'],
      nine: (issued) => issued.slice(1),
      eleven: (issued) => [...issued, 'AAAAAAAAAA'],
      'one twice': (issued) => [...issued.slice(1), issued[1]],
      'another order': (issued) => issued.toReversed(),
      'no text': (issued) => [...issued.slice(1), 1_234_567_890],
    };
    const outcomes: Record<string, string> = {};
    for (const [name, change] of Object.entries(sets))
      outcomes[name] = String((await tryWith(change)).status);
    const huge = await tryWith(() => Array(10_000).fill('AAAAAAAAAA'));
    const { enabled } = (await caller.get('/auth/2fa/status')).body;

    const last = await caller.post('/auth/2fa/setup');
    if (last.status === 200) await enable(caller, last.body);
    const pending = await halfSignedIn(stage, person);
    const accepted = async (codes: readonly string[]): Promise<string> => {
      let count = 0;
      for (const code of codes) if ((await verify(pending, code)).status === 204) count++;
      return `${count} of ${codes.length}`;
    };
    const chosenAccepted = await accepted(['AAAAAAAAAA', 'AAAAAAAAA0']);
    const earlierAccepted = await accepted([earlier]);
    const own = await verify(pending, last.body.backupCodes?.[0]);
    return `400 for ${countWanted('400', Object.entries(outcomes))} sets and ${huge.status} for 10,000 codes; 2FA ${enabled ? 'is on' : 'stays off'}; after a set-up as issued, ${chosenAccepted} chosen codes and ${earlierAccepted} earlier ones sign in, an issued one ${own.status === 204 ? 'does' : 'does not'}`;
  },
);

attack(
  'A30',
  'set-ups of another session, replaced, expired, used up or used twice',
  '400 setup_mismatch for 8 of 8; one of 9 min 204, the same again 409 2fa_already_enabled',
  async (stage) => {
    const newcomer = async () => await halfSignedIn(stage, await stage.newAdministrator());
    const setUp = async (caller: Caller): Promise<Setup> => (await caller.post('/auth/2fa/setup')).body;
    const pass = async (seconds: number) =>
      await stage.write('UPDATE two_factor_setups SET expires_at = expires_at - make_interval(secs => $1)', [
        seconds,
      ]);
    const outcomes: Record<string, string> = {};

    const caller = await newcomer();
    outcomes['never set up'] = inShort(await enable(caller, { secret: CHOSEN_SECRET, backupCodes: [] }));
    const foreign = await setUp(await newcomer());
    await setUp(caller);
    outcomes["another administrator's"] = inShort(await enable(caller, foreign));
    const first = await setUp(caller);
    await setUp(caller);
    outcomes['the first of two'] = inShort(await enable(caller, first));
    const expired = await setUp(caller);
    await pass(10 * 60 + 1);
    outcomes['after 10 min'] = inShort(await enable(caller, expired));
    const guessed = await setUp(caller);
    for (let guess = 0; guess < 5; guess++) {
      await enable(caller, guessed, codeOfStep(guessed.secret, currentStep() + 100 + guess));
    }
    outcomes['after five wrong codes'] = inShort(await enable(caller, guessed));

    const { person, caller: owner } = await stage.newEnrolled();
    const other = await signedIn(stage, person);
    const replace = async (setup: Setup) =>
      await owner.post('/auth/2fa/replace', {
        code: await person.freshCode(),
        secret: setup.secret,
        newCode: currentCode(setup.secret),
      });
    const setUpReplacement = async (on: Caller): Promise<Setup> =>
      (await on.post('/auth/2fa/replace/setup')).body;
    const ofOther = await setUpReplacement(other);
    outcomes['replacement that was never set up'] = inShort(await replace(ofOther));
    const own = await setUpReplacement(owner);
    outcomes["replacement of one's other session"] = inShort(await replace(ofOther));
    await pass(10 * 60 + 1);
    outcomes['replacement after 10 min'] = inShort(await replace(own));

    const last = await newcomer();
    const good = await setUp(last);
    await pass(9 * 60);
    const inTime = await enable(last, good);
    const twice = await enable(last, good);
    return `400 setup_mismatch for ${countWanted('400 setup_mismatch', Object.entries(outcomes))}; one of 9 min ${inTime.status}, the same again ${inShort(twice)}`;
  },
);

attack(
  'A42',
  'what a set-up reveals, and to whom',
  '100 of 100 set-ups as specified, with 100 secrets and 1000 backup codes; the browser asks no other site and sends the secret only to 2fa/enable; later the secret is in 0 answers',
  async (stage, { page }) => {
    const setups = await gatherSetups(stage, 100);
    const asSpecified = setups.filter(isAsSpecified).length;
    const secrets = new Set(setups.map(({ setup }) => setup.secret)).size;
    const codes = new Set(setups.flatMap(({ setup }) => setup.backupCodes)).size;

    const { person, caller } = await stage.newEnrolled();
    let told = 0;
    for (const endpoint of ENDPOINTS.filter(
      ({ method, access }) => method === 'GET' && access.kind !== 'service_key',
    )) {
      const answer = await caller.get(urlOf(endpoint));
      if (`${answer.text}${JSON.stringify(answer.headers)}`.includes(person.secret)) told++;
    }
    return `${asSpecified} of ${setups.length} set-ups as specified, with ${secrets} secrets and ${codes} backup codes; ${await setUpInBrowser(stage, page)}; later the secret is in ${told} answers`;
  },
);

interface IssuedSetup {
  readonly email: string;
  readonly setup: Setup & { readonly otpUrl: string };
  readonly caching: string | undefined;
}

async function gatherSetups(stage: Stage, count: number): Promise<IssuedSetup[]> {
  const person = await stage.newAdministrator('label+&?');
  const caller = await halfSignedIn(stage, person);
  const setups: IssuedSetup[] = [];
  while (setups.length < count) {
    const { body, headers } = await caller.post('/auth/2fa/setup');
    setups.push({ email: person.email, setup: body, caching: headers['cache-control'] });
  }
  return setups;
}

function isAsSpecified({ email, setup: { otpUrl, secret, backupCodes }, caching }: IssuedSetup): boolean {
  const label = encodeURIComponent(`Halyard:${email}`).replace('%3A', ':');
  const expected = `otpauth://totp/${label}?issuer=Halyard&secret=${secret}&algorithm=SHA1&digits=6&period=30`;
  return (
    /^[A-Z2-7]{32}$/.test(secret) &&
    otpUrl === expected &&
    backupCodes.length === 10 &&
    backupCodes.every((code) => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code)) &&
    caching === 'no-store'
  );
}

/** Sets up an authenticator in a browser, and watches its requests. */
async function setUpInBrowser(stage: Stage, page: Page): Promise<string> {
  const { address } = await startForBrowser(stage);
  const person = await stage.newAdministrator();
  const requests: { readonly url: string; readonly sent: string }[] = [];
  page.on('request', (request) =>
    requests.push({ url: request.url(), sent: `${request.postData()}${JSON.stringify(request.headers())}` }),
  );
  await page.goto(`${address}/login`);
  const setup = page.waitForResponse('**/auth/2fa/setup');
  await enterPassword(page, person);
  const { secret } = await (await setup).json();
  await page.getByRole('img', { name: 'QR code of the secret key' }).waitFor();
  await codeCells(page).pressSequentially(currentCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
  const foreign = requests.filter(({ url }) => !/^(data|blob):/.test(url) && !url.startsWith(`${address}/`));
  const carriers = requests
    .filter(({ url, sent }) => `${url} ${sent}`.includes(secret) && url.startsWith('http'))
    .map(({ url }) => url.slice(url.indexOf('/auth/') + '/auth/'.length));
  return `the browser asks ${foreign.length === 0 ? 'no other site' : foreign.map(({ url }) => url)} and sends the secret only to ${carriers}`;
}
