import { randomBytes, randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { fixedMasterKeys } from '../../apps/server/src/infra/crypto/master-keys.ts';
import { type PlantedWallet, plantWallet } from '../../apps/server/test/planted-wallet.ts';
import { attack } from './support/attack.ts';
import { type Answer, type Caller, inShort } from './support/caller.ts';
import { actsOf, dumpTables, keysIn, printedLines } from './support/evidence.ts';
import { sentMails } from './support/mails.ts';
import { newUser } from './support/new-user.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import { disableAccount, type Person } from './support/people.ts';
import { backUp, currentCode } from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { countEach, listed } from './support/tally.ts';

const BACKED_UP = 'The private key of a Halyard wallet was backed up';

type Wallet = Pick<PlantedWallet, 'id'>;

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
