import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newToken, tokenHash } from '../../apps/server/src/infra/crypto/token.ts';
import { installEnvironment } from '../../scripts/install-environment.mjs';
import { attack } from './support/attack.ts';
import { eventually } from './support/eventually.ts';
import { isMailed } from './support/mails.ts';
import { connectPlatform } from './support/platform.ts';
import { backUp, currentCode, forgetWrongCodes } from './support/second-factor.ts';
import { newVisitor } from './support/staged-callers.ts';

attack(
  'Finding 1',
  'a writer of the database inserts a session and a backup code',
  'session 401; backup code 401; no key in 25 wallets',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const token = newToken();
    await stage.tamper(
      `INSERT INTO sessions (token_hash, administrator_id, stage, second_factor_at, expires_at, ip_address, user_agent)
        VALUES ($1, $2, 'full', now(), now() + interval '1 hour', '198.51.100.1', 'x')`,
      [tokenHash(token), person.id],
    );
    const thief = stage.newCaller();
    const name = caller.cookie.split('=')[0];
    thief.cookie = `${name}=${token}`;
    const session = (await thief.get('/auth/me')).status;
    let keys = 0;
    for (let tried = 0; tried < 25; tried++) {
      const wallet = await stage.newWallet();
      if ((await backUp(thief, wallet, '7777777777')).status === 200) keys += 1;
    }
    await stage.tamper('UPDATE administrators SET backup_codes = backup_codes || $2::bytea WHERE id = $1', [
      person.id,
      Buffer.alloc(32, 7),
    ]);
    const { status: code } = await backUp(caller, await stage.newWallet(), '7777777777');
    return `session ${session}; backup code ${code}; ${keys === 0 ? 'no key' : `${keys} keys`} in 25 wallets`;
  },
);

attack(
  'Finding 2',
  'a phisher relays two codes, sets up an authenticator of their own, and asks for keys',
  'disable 204, set-up 204; 8 keys with new backup codes: 409 for 8; with the new authenticator: 409; every administrator is mailed',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const other = await stage.newAdministrator();
    await stage.write("UPDATE administrators SET created_at = now() - interval '2 days'");
    const disabled = (await caller.post('/auth/2fa/disable', { code: await person.freshCode() })).status;
    const phisher = stage.newCaller();
    await phisher.signIn(person);
    await stage.write('UPDATE administrators SET totp_last_step = 0 WHERE id = $1', [person.id]);
    const { body } = await phisher.post('/auth/2fa/setup');
    person.secret = body.secret;
    const enabled = await phisher.post('/auth/2fa/enable', {
      code: await person.freshCode(),
      secret: body.secret,
      backupCodes: body.backupCodes,
    });
    const held: number[] = [];
    for (const code of (body.backupCodes as readonly string[]).slice(0, 8)) {
      held.push((await backUp(phisher, await stage.newWallet(), code)).status);
    }
    const { status: withCode } = await backUp(phisher, await stage.newWallet(), await person.freshCode());
    const isTold = await isMailed(stage, other.email, /private key/i);
    const statuses = [...new Set(held)].map(
      (status) => `${status} for ${held.filter((one) => one === status).length}`,
    );
    return `disable ${disabled}, set-up ${enabled.status}; 8 keys with new backup codes: ${statuses}; with the new authenticator: ${withCode}; every administrator is ${isTold ? '' : 'not '}mailed`;
  },
);

attack(
  'Finding 3',
  'a writer of the database sets the state of the checks back, so that an older seal is shown',
  'the proof carries the seal of the newest entry, before and after',
  async (stage) => {
    const { caller } = await stage.newEnrolled();
    const isNewest = async () => {
      const { seal, newest } = (await caller.get('/audit-logs/proof')).body;
      return seal?.size === newest ? 'the newest entry' : `entry ${seal?.size} of ${newest}`;
    };
    const before = await isNewest();
    await stage.tamper('UPDATE audit_watch SET tiles = 0');
    const after = await isNewest();
    return before === after
      ? `the proof carries the seal of ${before}, before and after`
      : `${before}, then ${after}`;
  },
);

attack(
  'Finding 5',
  'slow guessing of codes behind a right password, with hours between the guesses',
  'after 94 wrong codes in a row, 6 more are examined; then the password counts as wrong (401), and the owner was mailed',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    await stage.write('UPDATE administrators SET wrong_codes_in_row = 94 WHERE id = $1', [person.id]);
    let examined = 0;
    let status = 200;
    while (examined < 20) {
      const caller = stage.newCaller();
      status = (await caller.signIn(person)).status;
      if (status !== 200) break;
      for (let tried = 0; tried < 3; tried++) {
        await caller.post('/auth/2fa/verify', { code: person.wrongCode() });
        examined += 1;
      }
      await forgetWrongCodes(stage, person);
    }
    const isTold = await isMailed(stage, person.email, /^Choose a new password/);
    return `after 94 wrong codes in a row, ${examined} more are examined; then the password counts as wrong (${status}), and the owner was ${isTold ? '' : 'not '}mailed`;
  },
);

attack(
  'Finding 6',
  'a service key writes an audit entry that looks like one of the product',
  "an action of the product 400, an administrator 400, another kind of record 401; the platform's own entry 200",
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const platform = await connectPlatform(stage, { scopes: ['audit-logs'] });
    const entry = {
      uuid: randomUUID(),
      action: 'shop.refund',
      actionCategory: 'wallet_operation',
      description: 'Private key released',
      status: 'success',
      actor: { type: 'user', email: 'shop@example.com' },
      resource: { type: 'wallet' },
      occurredAt: new Date().toISOString(),
    };
    const send = async (path: string, body: object) => (await platform.post(path, body)).status;
    const own = await send('/audit-logs', { entries: [{ ...entry, action: 'wallet.backup' }] });
    const actor = { type: 'user', email: person.email.toUpperCase() };
    const administrator = await send('/audit-logs', { entries: [{ ...entry, actor }] });
    const users = await send('/users', { users: [] });
    const honest = await send('/audit-logs', { entries: [entry] });
    return `an action of the product ${own}, an administrator ${administrator}, another kind of record ${users}; the platform's own entry ${honest}`;
  },
);

attack(
  'Finding 7',
  'strangers lock an administrator out from many networks',
  'the owner signs in from a network they used before (200)',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    for (let network = 0; network < 6; network++) {
      const stranger = await newVisitor(stage);
      for (let tried = 0; tried < 5; tried++) {
        await stranger.post('/auth/login', { email: person.email, password: `Wrong-Password-${tried}` });
      }
    }
    const owner = stage.newCaller({ ip: caller.ip });
    return `the owner signs in from a network they used before (${(await owner.signIn(person)).status})`;
  },
);

attack(
  'Finding 8',
  "a writer of the database changes a wallet's address",
  'the address is not shown, and the wallet is marked',
  async (stage) => {
    const { caller } = await stage.newEnrolled();
    const { id } = await stage.newWallet();
    const other = await stage.newWallet();
    await stage.tamper('UPDATE wallets SET address = $2 WHERE id = $1', [id, other.address.toLowerCase()]);
    const { body } = await caller.get(`/wallets/${id}`);
    await stage.tamper('DELETE FROM wallets WHERE id = $1', [id]);
    return `the address is ${body.address === '' ? 'not shown' : body.address}, and the wallet is ${body.addressChanged === true ? '' : 'not '}marked`;
  },
);

attack(
  'Finding 9',
  'an install script or a build reads the secrets of the product',
  'none of 5 secrets is in the environment of the installer',
  async ({ masterKey }) => {
    const secrets = {
      MASTER_KEY: masterKey.toString('base64'),
      MASTER_KEY_PREVIOUS: masterKey.toString('base64'),
      DATABASE_URL: 'postgres://user:secret@host/halyard',
      DATABASE_URL_OWNER: 'postgres://owner:secret@host/halyard',
      SMTP_URL: 'smtp://user:secret@host',
    };
    const left = Object.keys(installEnvironment({ ...process.env, ...secrets })).filter(
      (name) => name in secrets,
    );
    return `${left.length === 0 ? 'none' : left} of ${Object.keys(secrets).length} secrets is in the environment of the installer`;
  },
);

attack(
  'Finding 12',
  'a proxy that is not trusted passes addresses on',
  'a warning names TRUSTED_PROXIES',
  async (stage) => {
    const replica = await stage.start({ TRUSTED_PROXIES: '192.0.2.1' });
    await newVisitor(stage, { on: replica });
    const isWarned = await eventually(() =>
      /"level":"warn"[^\n]*TRUSTED_PROXIES/.test(replica.process.output().stdout),
    );
    return isWarned ? 'a warning names TRUSTED_PROXIES' : 'no warning';
  },
);

attack(
  'Finding 13',
  'a local user asks a process for its debugger',
  'after SIGUSR1 to a process that `npm start` runs, nothing listens on the port of the debugger',
  async () => {
    const program = 'console.log(String(process.pid)); setTimeout(() => undefined, 20_000)';
    const launcher = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { runInForeground } from ${JSON.stringify(new URL('../../scripts/child-process.mjs', import.meta.url).href)};
        await runInForeground(process.execPath, ['-e', ${JSON.stringify(program)}], { env: process.env, cwd: '.' });`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [printed] = (await once(launcher.stdout, 'data')) as [Buffer];
    process.kill(Number(printed), 'SIGUSR1');
    await pause(1_000);
    const said = await fetch('http://127.0.0.1:9229/json').then(
      () => 'a debugger listens',
      () => 'nothing listens',
    );
    launcher.kill();
    return `after SIGUSR1 to a process that \`npm start\` runs, ${said} on the port of the debugger`;
  },
);

attack(
  'Finding 14',
  'acts that matter for security, of which only the actor would know',
  'somebody who is no administrator is mailed about the set-up of an authenticator and about a private key',
  async (stage) => {
    const to = 'security@example.org';
    const replica = await stage.start({ SECURITY_NOTICES_TO: to });
    const person = await stage.newAdministrator();
    const caller = stage.newCaller({ on: replica });
    await person.enrol(caller);
    await backUp(caller, await stage.newWallet(), await person.freshCode());
    const setUp = await isMailed(stage, to, /authenticator|two-factor/i);
    const key = await isMailed(stage, to, /private key/i);
    return `somebody who is no administrator is ${setUp ? '' : 'not '}mailed about the set-up of an authenticator and ${key ? '' : 'not '}about a private key`;
  },
);

attack(
  'Finding 15',
  'a thief with the password and a session replaces the authenticator without a code of it',
  'set-up of another one 200; without a code 400, with a wrong one 400, with a code of the new one 400; the old one still signs in (204)',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const setup = await caller.post('/auth/2fa/replace/setup');
    const { secret } = setup.body;
    const newCode = currentCode(secret);
    const replace = async (body: object) =>
      (await caller.post('/auth/2fa/replace', { secret, newCode, ...body })).status;
    const statuses = [
      await replace({}),
      await replace({ code: person.wrongCode() }),
      await replace({ code: newCode }),
    ];
    const { status } = await person.signIn(stage.newCaller());
    return `set-up of another one ${setup.status}; without a code ${statuses[0]}, with a wrong one ${statuses[1]}, with a code of the new one ${statuses[2]}; the old one still signs in (${status})`;
  },
);

// The last one, because the processes keep its alarm.
attack(
  'Finding 4',
  'a writer of the database rolls the audit log back under the running product',
  'the log goes on, and the proof that a browser gets reports the first entry that is missing',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const [head] = await stage.tamper('SELECT sequence FROM audit_head');
    await stage.tamper('CREATE TABLE kept_head AS TABLE audit_head');
    await person.signIn(stage.newCaller());
    await stage.tamper('DELETE FROM audit_log WHERE sequence > $1', [head?.['sequence']]);
    await stage.tamper('DELETE FROM audit_head');
    await stage.tamper('INSERT INTO audit_head TABLE kept_head');
    await stage.tamper('DROP TABLE kept_head');
    const { status } = await person.signIn(stage.newCaller());
    const { alarm } = (await caller.get('/audit-logs/proof')).body;
    const isFirst = Number(alarm?.sequence) > Number(head?.['sequence']);
    return `the log ${status === 204 ? 'goes on' : `answers ${status}`}, and the proof that a browser gets reports ${isFirst ? 'the first entry that is missing' : JSON.stringify(alarm)}`;
  },
);
