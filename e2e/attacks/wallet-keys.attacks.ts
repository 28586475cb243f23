import { randomBytes, randomUUID } from 'node:crypto';
import { STEP_UP_HEADER } from '@halyard/contract/constants';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { fixedMasterKeys } from '../../apps/server/src/infra/crypto/master-keys.ts';
import { type PlantedWallet, plantWallet, tracesOf } from '../../apps/server/test/planted-wallet.ts';
import { attack } from './support/attack.ts';
import { type Answer, type Caller, inShort, type Sending } from './support/caller.ts';
import { actsOf, dumpTables, printedLines } from './support/evidence.ts';
import { sentMails } from './support/mails.ts';
import { newUser } from './support/new-user.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import { disableAccount, type Person } from './support/people.ts';
import { ageSecondFactor, backUp, currentCode } from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { copyOf, newVisitor } from './support/staged-callers.ts';
import { countEach, countWanted, listed } from './support/tally.ts';

const BACKED_UP = 'The private key of a Halyard wallet was backed up';

type Wallet = Pick<PlantedWallet, 'id'>;

function keysIn(answers: readonly Pick<Answer, 'text'>[], wallets: readonly PlantedWallet[]): number {
  const traces = wallets.flatMap(({ secret }) => tracesOf(secret));
  return answers.filter(({ text }) => traces.some((trace) => text.toLowerCase().includes(trace))).length;
}

async function backupsOf({ database }: Stage, { id }: Wallet): Promise<number> {
  const { rows } = await database.query<{ readonly backup_count: number }>({
    text: 'SELECT backup_count FROM wallets WHERE id = $1',
    values: [id],
  });
  return rows[0]?.backup_count ?? -1;
}

attack(
  'A44',
  'a backup without a code, although a code was just shown',
  '5 x 403 2fa_verification_required with 0 keys and 5 x wallet.backup failure code_missing; then 200',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const wallet = await stage.newWallet();
    const code = await person.freshCode();
    const answers: Answer[] = [];
    for (const header of [undefined, '', '  ', [code, code], [code, '000000']]) {
      answers.push(await backUp(caller, wallet, header));
    }
    const failures = (await actsOf(stage, person)).filter((act) => act.startsWith('wallet.backup'));
    const { status } = await backUp(caller, wallet, code);
    return `${countEach(answers.map(inShort))} with ${keysIn(answers, [wallet])} keys and ${countEach(failures)}; then ${status}`;
  },
);

attack(
  'A45',
  'three wrong codes, then right ones elsewhere',
  '2, 1, 0 left; then 5 x 429 rate_limited on other wallets, sessions and processes; 429 after 14:50, 200 after 15:10',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const other = stage.newCaller({ on: stage.b });
    await person.signIn(other);
    const wallets = [await stage.newWallet(), await stage.newWallet()] as const;
    const left: number[] = [];
    for (const by of [caller, other, caller]) {
      const { body } = await backUp(by, wallets[left.length % 2 === 0 ? 0 : 1], person.wrongCode());
      left.push(body.attemptsRemaining);
    }
    const restarted = await stage.start();
    const right = async (by: Caller, wallet: Wallet, sending?: Sending) =>
      inShort(await backUp(by, wallet, await person.freshCode(), sending));
    const refused = [
      await right(caller, wallets[0]),
      await right(caller, wallets[1]),
      await right(other, wallets[0]),
      await right(caller, wallets[0], { on: restarted.address }),
      inShort(await backUp(caller, wallets[0], person.backupCodes[0])),
    ];
    const pass = async (seconds: number) =>
      await stage.write(
        `UPDATE administrators SET codes_locked_until = codes_locked_until - make_interval(secs => $2)
          WHERE id = $1`,
        [person.id, seconds],
      );
    await pass(14 * 60 + 50);
    // The requests above took some time, too.
    await stage.write(
      `UPDATE administrators SET codes_locked_until = greatest(codes_locked_until, now() + interval '10 seconds')
        WHERE id = $1`,
      [person.id],
    );
    const before = (await right(caller, wallets[0])).slice(0, 3);
    await pass(20);
    const after = await right(caller, wallets[0]);
    return `${left.join(', ')} left; then ${countEach(refused)} on other wallets, sessions and processes; ${before} after 14:50, ${after} after 15:10`;
  },
);

attack(
  'A46',
  'a code that was used is shown again',
  '200; then 3 x 403 invalid_code for this wallet, another wallet and blocking a user; 1 backup, user not blocked',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const [wallet, other] = [await stage.newWallet(), await stage.newWallet()];
    const user = await newUser(stage);
    const code = await person.freshCode();
    const first = await backUp(caller, wallet, code);
    // Three wrong codes would lock, so the third use is the last.
    const again = [
      await backUp(caller, wallet, code),
      await backUp(caller, other, code),
      await caller.post(
        `/users/${user.id}/block`,
        { reason: 'attack' },
        { headers: { [STEP_UP_HEADER]: code } },
      ),
    ];
    const backups = (await backupsOf(stage, wallet)) + (await backupsOf(stage, other));
    const { blockedAt } = (await caller.get(`/users/${user.id}`)).body;
    return `${inShort(first)}; then ${countEach(again.map(inShort))} for this wallet, another wallet and blocking a user; ${backups} backup, user ${blockedAt === null ? 'not blocked' : 'blocked'}`;
  },
);

attack(
  'A47',
  'twenty backups of five wallets at once with one code, on both processes',
  '1 of 20 answers holds a key; audit: 1 success, 19 failures; 1 backup counted',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const wallets = await Promise.all([1, 2, 3, 4, 5].map(async () => await stage.newWallet()));
    const elsewhere = copyOf(stage, caller, stage.b);
    const code = await person.freshCode();
    const answers = await Promise.all(
      wallets.flatMap((wallet) =>
        [caller, elsewhere, caller, elsewhere].map(async (by) => await backUp(by, wallet, code)),
      ),
    );
    const acts = (await actsOf(stage, person)).filter((act) => act.startsWith('wallet.backup '));
    const succeeded = acts.filter((act) => act === 'wallet.backup success').length;
    let backups = 0;
    for (const wallet of wallets) backups += await backupsOf(stage, wallet);
    return `${keysIn(answers, wallets)} of ${answers.length} answers holds a key; audit: ${succeeded} success, ${acts.length - succeeded} failures; ${backups} backup counted`;
  },
);

attack(
  'A48',
  'sensitive calls 14:50 and 15:01 after the last code',
  'at 14:50 blocking answers 204 and a backup 403 2fa_verification_required; at 15:01 8 of 8 calls answer 403 2fa_verification_required',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const user = await newUser(stage);
    await ageSecondFactor(stage, person.id, 14 * 60 + 50);
    const blocked = await caller.post(`/users/${user.id}/block`, { reason: 'attack' });
    const backup = await backUp(caller, await stage.newWallet());
    await ageSecondFactor(stage, person.id, 15 * 60 + 1);
    const bodies: Readonly<Record<string, object>> = {
      changePassword: { currentPassword: person.password, newPassword: NEW_PASSWORD },
      updateUserSettings: { maxMerchants: 3 },
      blockUser: { reason: 'attack' },
      createInvitation: { email: 'attack@example.com' },
      startExport: { of: 'users' },
    };
    const calls = ENDPOINTS.filter(({ stepUp }) => stepUp === 'recent');
    const answers: [string, string][] = [];
    for (const { name, method, path } of calls) {
      const body = bodies[name];
      const answer = await caller.send(method, path.replace(':id', user.id), {
        ...(body !== undefined && { body }),
      });
      answers.push([name, inShort(answer)]);
    }
    return `at 14:50 blocking answers ${inShort(blocked)} and a backup ${inShort(backup)}; at 15:01 ${countWanted('403 2fa_verification_required', answers)} calls answer 403 2fa_verification_required`;
  },
);

attack(
  'A49',
  'answers that a cache could keep, and other spellings of the path',
  '200, 403 2fa_verification_required, 404 not_found, 500 integrity_error: 4 of 4 no-store without validators; 11 x 404 not_found for other spellings, HEAD 405, 0 keys; then 200',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const [wallet, broken] = [await stage.newWallet(), await stage.newWallet()];
    await stage.tamper(
      'UPDATE wallets SET private_key = set_byte(private_key, 80, get_byte(private_key, 80) # 64) WHERE id = $1',
      [broken.id],
    );
    const headers = {
      'if-none-match': '*',
      'if-modified-since': new Date().toUTCString(),
      range: 'bytes=0-9',
    };
    const answers = [
      await backUp(caller, wallet, await person.freshCode(), { headers }),
      await backUp(caller, wallet, undefined, { headers }),
      await backUp(caller, { id: '999999999' }, await person.freshCode(), { headers }),
      await backUp(caller, broken, await person.freshCode(), { headers }),
    ];
    const validators = ['etag', 'last-modified', 'expires', 'age', 'content-range', 'accept-ranges'];
    const uncached = answers.filter(
      (answer) =>
        answer.headers['cache-control'] === 'no-store' &&
        validators.every((name) => answer.headers[name] === undefined),
    );
    const code = await person.freshCode();
    const path = `/api/admin/v1/wallets/${wallet.id}/backup`;
    const spellings = [
      `${path}/`,
      `${path}.json`,
      `${path}/x.css`,
      `${path};x.css`,
      `${path}%2F`,
      `${path}%2Fx.css`,
      `${path}%00.css`,
      `/${path}`,
      path.replace('/backup', '//backup'),
      path.replace('backup', 'BACKUP'),
      path.replace('wallets', 'Wallets'),
    ];
    const head = await caller.send('HEAD', path, { headers: { [STEP_UP_HEADER]: code } });
    const others: Answer[] = [];
    for (const spelling of spellings) {
      others.push(await caller.get(spelling, { headers: { [STEP_UP_HEADER]: code } }));
    }
    const { status } = await backUp(caller, wallet, code);
    return `${answers.map(inShort).join(', ')}: ${uncached.length} of ${answers.length} no-store without validators; ${countEach(others.map(inShort))} for other spellings, HEAD ${head.status}, ${keysIn([...others, head], [wallet])} keys; then ${status}`;
  },
);

attack(
  'A50',
  'a backup that another site asks for in the browser of an administrator',
  '10 x 403 forbidden with the cookie, 10 x 401 unauthenticated without; 0 keys, 0 backups, same-origin on 20 of 20; then 200',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const wallet = await stage.newWallet();
    const code = await person.freshCode();
    const ways = [
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
    ];
    const answers: Answer[][] = [[], []];
    for (const way of ways) {
      for (const site of ['cross-site', 'same-site']) {
        const headers = { ...way, 'sec-fetch-site': site, referer: 'https://evil.example/' };
        answers[0]?.push(await backUp(caller, wallet, code, { headers }));
        // A browser holds back the Strict cookie.
        answers[1]?.push(await backUp(stage.newCaller(), wallet, code, { headers }));
      }
    }
    const all = answers.flat();
    const sameOrigin = all.filter(
      ({ headers }) => headers['cross-origin-resource-policy'] === 'same-origin',
    ).length;
    const backups = await backupsOf(stage, wallet);
    const { status } = await backUp(caller, wallet, code);
    const [withCookie = [], without = []] = answers.map((each) => countEach(each.map(inShort)));
    return `${withCookie} with the cookie, ${without} without; ${keysIn(all, [wallet])} keys, ${backups} backups, same-origin on ${sameOrigin} of ${all.length}; then ${status}`;
  },
);

/** Calls every read of the contract, and some that fail. */
async function crawl(caller: Caller, wallets: readonly PlantedWallet[], userId: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const reads = ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.endsWith('/backup'));
  for (const { path } of reads) {
    const ids = path.includes('/wallets/:id') ? wallets.map(({ id }) => id) : [userId];
    for (const id of path.includes(':') ? ids : ['']) {
      answers.push(await caller.get(path.replace(/:\w+/, id)));
    }
  }
  for (const { address, secret } of wallets) {
    answers.push(await caller.get(`/wallets/inbound?search=${address}`));
    answers.push(await caller.get(`/wallets/${encodeURIComponent(`'${address}`)}/backup`));
    answers.push(await caller.post(`/wallets/${address}/refresh`, { secret: secret.length }));
  }
  return answers;
}

attack(
  'A51',
  'a search for four keys in everything that the product answers, prints, keeps and sends',
  'keys in 4 of 4 backups; in 0 other answers (1 x 5xx), 0 lines of output, 0 tables, 0 mails; addresses in answers, tables and mails',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const wallets: PlantedWallet[] = [];
    for (const network of ['ETH', 'POLYGON', 'BSC', 'TRON'] as const) {
      wallets.push(await stage.newWallet({ network, type: 'inbound' }));
    }
    const broken = await stage.newWallet();
    const user = await newUser(stage);
    const backups: Answer[] = [];
    const others: Answer[] = [];
    for (const wallet of wallets) {
      backups.push(await backUp(caller, wallet, await person.freshCode()));
      others.push(await backUp(caller, wallet));
      others.push(await backUp(caller, wallet, person.wrongCode()));
    }
    await stage.tamper('UPDATE wallets SET public_key = $2 WHERE id = $1', [
      broken.id,
      wallets[0]?.publicKey,
    ]);
    others.push(await backUp(caller, broken, await person.freshCode()));
    others.push(...(await crawl(caller, [...wallets, broken], user.id)));
    const mails = (await sentMails(stage)).map((mail) => ({ text: JSON.stringify(mail) }));
    const lines = (await printedLines(stage)).map((text) => ({ text }));
    const tables = [...(await dumpTables(stage)).values()].map((text) => ({ text }));
    const all = [...wallets, broken];
    const own = backups.filter((answer, at) => keysIn([answer], wallets.slice(at, at + 1)) === 1).length;
    const faults = others.filter(({ status }) => status >= 500).length;
    const hits = [others, lines, tables, mails].map((texts) => keysIn(texts, all));
    const names = ['answers', 'tables', 'mails'];
    const shown = [others, tables, mails].flatMap((texts, at) =>
      wallets.every(({ address }) => texts.some(({ text }) => text.includes(address))) ? [names[at]] : [],
    );
    return `keys in ${own} of ${backups.length} backups; in ${hits[0]} other answers (${faults} x 5xx), ${hits[1]} lines of output, ${hits[2]} tables, ${hits[3]} mails; addresses in ${shown.join(', ').replace(/, (\w+)$/, ' and $1')}`;
  },
);

/** Lets the hour of the limits on backups pass, and returns a code that is good now. */
async function codeAfterAnHour({ write }: Stage, { id, secret }: Person): Promise<string> {
  await write(`UPDATE administrators SET keys_taken_at = '{}', totp_last_step = 0 WHERE id = $1`, [id]);
  return currentCode(secret);
}

attack(
  'A52',
  'a stored key that was moved, or changed in one byte, or whose wallet was changed',
  '7 x 500 integrity_error for moved keys and changed columns; 12 x 500 integrity_error for every eleventh byte; 0 keys; 19 x wallet.backup failure, 19 alarms in the log; put back: its own key',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const wallets: PlantedWallet[] = [];
    const newWallet = async () => {
      const wallet = await stage.newWallet();
      wallets.push(wallet);
      return wallet;
    };
    const askAfter = async (wallet: Wallet, assignment: string, values: readonly unknown[]) => {
      await stage.tamper(`UPDATE wallets SET ${assignment} WHERE id = $1`, [wallet.id, ...values]);
      return await backUp(caller, wallet, await codeAfterAnHour(stage, person));
    };
    const other = await newWallet();
    const envelopeOf = async ({ id }: Wallet) =>
      (await stage.tamper('SELECT private_key AS key FROM wallets WHERE id = $1', [id]))[0]?.['key'];
    const moved: Answer[] = [];
    for (const [assignment, ...values] of [
      ['private_key = $2', await envelopeOf(other)],
      ['private_key = $2, public_key = $3', await envelopeOf(other), other.publicKey],
      ['address = $2', other.address.toLowerCase()],
      ['address = lower(address)'],
      ['uuid = $2', randomUUID()],
      [`network = 'BSC'`],
      ['public_key = $2', other.publicKey],
    ] as const) {
      moved.push(await askAfter(await newWallet(), assignment, values));
    }
    const own = await newWallet();
    const envelope = await envelopeOf(own);
    const changed: Answer[] = [];
    for (let at = 0; Buffer.isBuffer(envelope) && at < envelope.length; at += 11) {
      const flipped = 'private_key = set_byte(private_key, $2, get_byte(private_key, $2) # 64)';
      changed.push(await askAfter(await newWallet(), flipped, [at]));
    }
    const failures = (await actsOf(stage, person)).filter((act) => act.startsWith('wallet.backup failure'));
    const ids = [...moved, ...changed].map(({ body }) => body.requestId);
    const alarms = (await printedLines(stage)).filter(
      (line) => line.includes('"level":"error"') && ids.some((id) => line.includes(id)),
    ).length;
    await stage.tamper('UPDATE wallets SET private_key = $2 WHERE id = $1', [
      own.id,
      await envelopeOf(other),
    ]);
    const back = await askAfter(own, 'private_key = $2', [envelope]);
    const putBack = keysIn([back], [own]) === 1 ? 'its own key' : inShort(back);
    return `${countEach(moved.map(inShort))} for moved keys and changed columns; ${countEach(changed.map(inShort))} for every eleventh byte; ${keysIn([...moved, ...changed], wallets)} keys; ${failures.length} x wallet.backup failure, ${alarms} alarms in the log; put back: ${putBack}`;
  },
);

/** Starts a process that must not start; returns how it ended, and what it printed besides its log. */
async function refusedStart(stage: Stage, settings: Readonly<Record<string, string>>): Promise<string> {
  try {
    await stage.start(settings);
    return 'started';
  } catch (error) {
    const [ended = '', ...lines] = String(error).split('\n');
    const words = lines.filter((line) => line !== '' && !line.startsWith('{"level":'));
    const isClear = words.length === 1 && /^MASTER_KEY: .{20,}/.test(words[0] ?? '');
    return `${ended.replace(/^Error: /, '')} ${isClear ? 'with one line about MASTER_KEY' : words.join(' | ')}`;
  }
}

attack(
  'A53',
  'a master key that is wrong, missing or unfit; a wallet whose key is under another one',
  '4 x ended with 1 with one line about MASTER_KEY; the wallet 503 unavailable within 5 s, without its key; another wallet 200, users 200',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const key = stage.masterKey.toString('base64');
    const unfit = [
      randomBytes(32).toString('base64'),
      '',
      Buffer.alloc(32).toString('base64'),
      key.slice(0, 40),
    ];
    const starts = await Promise.all(
      unfit.map(async (MASTER_KEY) => await refusedStart(stage, { MASTER_KEY })),
    );
    const masterKeys = fixedMasterKeys(randomBytes(32));
    const foreign = await plantWallet({ database: stage.database, masterKeys });
    const wallet = await stage.newWallet();
    try {
      const begunAt = performance.now();
      const refused = await backUp(caller, foreign, await person.freshCode());
      const inTime = performance.now() - begunAt < 5_000 ? 'within 5 s' : 'after more than 5 s';
      const without = keysIn([refused], [foreign]) === 0 ? 'without its key' : 'with its key';
      const own = await backUp(caller, wallet, await person.freshCode());
      const users = await caller.get('/users');
      return `${countEach(starts)}; the wallet ${inShort(refused)} ${inTime}, ${without}; another wallet ${inShort(own)}, users ${inShort(users)}`;
    } finally {
      // A later process would not start with it.
      await stage.tamper('UPDATE wallets SET private_key = NULL, public_key = NULL WHERE id = $1', [
        foreign.id,
      ]);
    }
  },
);

async function withoutAudit<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  await stage.tamper('REVOKE INSERT ON audit_log FROM halyard_product');
  try {
    return await work();
  } finally {
    await stage.tamper('GRANT INSERT ON audit_log TO halyard_product');
  }
}

/** All tables except counters of attempts, and the columns of sessions that any request may change. */
async function businessTables(stage: Stage): Promise<ReadonlyMap<string, string>> {
  const tables = new Map(await dumpTables(stage));
  for (const name of ['rate_limit_windows', 'sign_in_failures', 'audit_watch']) tables.delete(name);
  const { rows } = await stage.database.query({
    text: `SELECT id, stage, token_hash, second_factor_at, expires_at, ended_at, wrong_passwords
      FROM sessions ORDER BY id`,
  });
  return tables.set('sessions', JSON.stringify(rows));
}

attack(
  'A54',
  'a backup, changes and a sign-in while no audit entry can be written',
  '1 x 503 unavailable for a backup, 13 x 503 unavailable for changes, 1 x 503 unavailable for a sign-in; 0 keys, 0 tables changed; 3 x 200 for reads; afterwards the same code 200',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const other = await stage.newEnrolled();
    const [wallet, user, blocked] = [await stage.newWallet(), await newUser(stage), await newUser(stage)];
    await caller.post(`/users/${blocked.id}/block`, { reason: 'attack' });
    await caller.post('/invitations', { email: `pending-${user.id}@example.com` });
    const invitation = (await caller.get('/invitations')).body.invitations[0].id;
    const second = stage.newCaller();
    await person.signIn(second);
    const session = (await caller.get('/auth/sessions')).body.sessions.find(
      ({ current }: { readonly current: boolean }) => !current,
    ).id;
    const visitor = await newVisitor(stage);
    await sentMails(stage);
    const code = await person.freshCode();
    const before = await businessTables(stage);
    const { backup, changes, signIn, reads } = await withoutAudit(stage, async () => ({
      backup: await backUp(caller, wallet, code),
      changes: [
        await caller.post(`/users/${user.id}/block`, { reason: 'attack' }),
        await caller.post(`/users/${blocked.id}/unblock`),
        await caller.send('PUT', `/users/${user.id}/settings`, { body: { maxMerchants: 7 } }),
        await caller.post('/invitations', { email: `new-${user.id}@example.com` }),
        await caller.post(`/invitations/${invitation}/resend`),
        await caller.send('DELETE', `/invitations/${invitation}`),
        await caller.post('/exports', { of: 'users' }),
        await caller.post('/auth/password/change', {
          currentPassword: person.password,
          newPassword: NEW_PASSWORD,
        }),
        await caller.post('/auth/2fa/backup-codes', { code }),
        await caller.post('/auth/2fa/disable', { code }),
        await caller.send('DELETE', `/auth/sessions/${session}`),
        await caller.send('DELETE', '/auth/sessions'),
        await second.post('/auth/logout'),
      ],
      signIn: await visitor.post('/auth/login', { email: other.person.email, password: person.password }),
      reads: [await caller.get('/auth/me'), await caller.get('/users'), await caller.get('/wallets/inbound')],
    }));
    const after = await businessTables(stage);
    const tables = [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name);
    const keys = keysIn([backup, ...changes], [wallet]);
    const later = await backUp(caller, wallet, code);
    return `1 x ${inShort(backup)} for a backup, ${countEach(changes.map(inShort))} for changes, 1 x ${inShort(signIn)} for a sign-in; ${keys} keys, ${tables.length} tables changed${listed(tables)}; ${countEach(reads.map(inShort))} for reads; afterwards the same code ${inShort(later)}`;
  },
);

attack(
  'A55',
  'eleven backups in an hour, four of one wallet',
  '10 x 200; the 11th 429 rate_limited, the 4th of a wallet 429 rate_limited, both with 1 hour to wait; 10 mails to every enabled administrator, 0 to a disabled one, 0 keys inside; the wallet shows 3 backups',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const other = await stage.newEnrolled();
    const disabled = await stage.newAdministrator();
    await disableAccount(stage, disabled);
    const often = await stage.newWallet();
    const wallets: PlantedWallet[] = [];
    while (wallets.length < 8) wallets.push(await stage.newWallet());
    const answers: Answer[] = [];
    for (const wallet of [often, often, often, ...wallets]) {
      answers.push(await backUp(caller, wallet, await person.freshCode()));
    }
    const eleventh = answers.pop();
    // Another administrator has backups left, but not of this wallet.
    const fourth = await backUp(other.caller, often, await other.person.freshCode());
    const waits = [eleventh, fourth].map((answer) => Number(answer?.headers['retry-after']));
    const isHour = waits.every((seconds) => seconds > 3_500 && seconds <= 3_600);
    const mails = (await sentMails(stage)).filter(
      ({ subject, text }) =>
        subject === BACKED_UP && [often, ...wallets].some(({ address }) => text.includes(address)),
    );
    const { rows } = await stage.database.query<{ readonly email: string }>({
      text: 'SELECT email FROM administrators WHERE disabled_at IS NULL',
    });
    const counts = new Set(rows.map(({ email }) => mails.filter(({ to }) => to === email).length));
    const toDisabled = mails.filter(({ to }) => to === disabled.email).length;
    const keys = keysIn(
      mails.map((mail) => ({ text: JSON.stringify(mail) })),
      [often, ...wallets],
    );
    const { backups } = (await caller.get(`/wallets/${often.id}`)).body;
    return `${countEach(answers.map(inShort))}; the 11th ${eleventh && inShort(eleventh)}, the 4th of a wallet ${inShort(fourth)}, both with ${isHour ? '1 hour' : `${waits} s`} to wait; ${[...counts].join(' or ')} mails to every enabled administrator, ${toDisabled} to a disabled one, ${keys} keys inside; the wallet shows ${backups.count} backups`;
  },
);

attack(
  'A56',
  'a backup of a wallet that does not exist, or whose address is a path',
  'no code and a wrong code: the same answers as for a known wallet; right code: 404 not_found, then 200 with the same code; 3 of 3 odd addresses: not shown, 500 integrity_error',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const wallet = await stage.newWallet();
    const unknown = [{ id: '999999999' }, { id: randomUUID() }];
    const withoutId = ({ status, body }: Answer) => JSON.stringify([status, { ...body, requestId: '' }]);
    const forgive = async () =>
      await stage.write('UPDATE administrators SET step_up_failures = 0 WHERE id = $1', [person.id]);
    const answers = new Set<string>();
    for (const each of [wallet, ...unknown]) {
      await forgive();
      answers.add(
        `${withoutId(await backUp(caller, each))} ${withoutId(await backUp(caller, each, person.wrongCode()))}`,
      );
    }
    const code = await person.freshCode();
    const refused: string[] = [];
    for (const each of unknown) refused.push(inShort(await backUp(caller, each, code)));
    const known = await backUp(caller, wallet, code);
    let withheld = 0;
    for (const address of ['../../etc/passwd', 'x\r\nSet-Cookie: a=b', '\u202egnp.0x']) {
      const odd = await stage.newWallet();
      await stage.tamper('UPDATE wallets SET address = $2 WHERE id = $1', [odd.id, address]);
      const shown = await caller.get(`/wallets/${odd.id}`);
      const answer = await backUp(caller, odd, await person.freshCode());
      if (shown.body.address === '' && inShort(answer) === '500 integrity_error') withheld += 1;
    }
    return `no code and a wrong code: ${answers.size === 1 ? 'the same answers as' : `${[...answers]} unlike`} for a known wallet; right code: ${[...new Set(refused)]}, then ${inShort(known)} with the same code; ${withheld} of 3 odd addresses: not shown, 500 integrity_error`;
  },
);
