import { randomUUID } from 'node:crypto';
import { tokenHash } from '../../apps/server/src/infra/crypto/token.ts';
import { attack } from './support/attack.ts';
import { type Answer, type Caller, inShort } from './support/caller.ts';
import { dumpTables, printedLines } from './support/evidence.ts';
import { mailedToken, mailedTokens, sentMails } from './support/mails.ts';
import { newUser } from './support/new-user.ts';
import { newEmail } from './support/people.ts';
import { connectPlatform, redemption } from './support/platform.ts';
import type { Stage } from './support/stage.ts';
import { countEach, listed } from './support/tally.ts';

const invite = async (caller: Caller, email: string) => await caller.post('/invitations', { email });
const resend = async (caller: Caller, id: string) => await caller.post(`/invitations/${id}/resend`);
const revoke = async (caller: Caller, id: string) => await caller.send('DELETE', `/invitations/${id}`);

interface Row {
  readonly id: string;
  readonly status: string;
  readonly hasToken: boolean;
}

async function rowsOf({ database }: Stage, email: string): Promise<readonly Row[]> {
  const { rows } = await database.query<Row>({
    text: `SELECT id, status, token_hash IS NOT NULL AS "hasToken" FROM invitations
      WHERE lower(email) = lower($1) ORDER BY created_at`,
    values: [email],
  });
  return rows;
}

async function invited(stage: Stage, caller: Caller, email = newEmail('nova')) {
  const { status, text } = await invite(caller, email);
  const row = (await rowsOf(stage, email)).at(-1);
  if (status !== 204 || row === undefined) throw new Error(`inviting answered ${status}: ${text}`);
  return { id: row.id, email };
}

/** Redeems invitations as the platform does. */
async function connectRedeemer(stage: Stage): Promise<(token: string) => Promise<Answer>> {
  const platform = await connectPlatform(stage, { scopes: ['invitations'], on: stage.b });
  return async (token) => await platform.post('/invitations/redeem', redemption(token));
}

/** Lets time pass for the pause and the hour between two resends. */
async function passResendTime({ write }: Stage, id: string, seconds: number): Promise<void> {
  await write(
    `UPDATE invitations SET resent_at = resent_at - make_interval(secs => $2),
      resends_since = resends_since - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );
}

/** The full-width form of an ASCII letter, digit or dash. */
function wide(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
}

attack(
  'A67',
  'inviting somebody twice, under every spelling',
  '6 x 409 invitation_exists, 1 row; a user 4 x 409 user_exists; expired 204 in 1 row; revoked 204 in 2 rows; with a tag 204',
  async (stage) => {
    const { caller } = await stage.newEnrolled();
    const { email } = await invited(stage, caller);
    const spellingsOf = (address: string) => [
      address.toUpperCase(),
      ` ${address}\t`,
      address.replace(/^\w/, wide),
      address.replace(/^\w+/, (name) => Array.from(name, wide).join('')),
    ];
    const again: string[] = [];
    for (const spelling of [email, email, ...spellingsOf(email)]) {
      again.push(inShort(await invite(caller, spelling)));
    }
    const rows = (await rowsOf(stage, email)).length;

    const user = await newUser(stage);
    const asUser: string[] = [];
    for (const spelling of [user.email, ...spellingsOf(user.email).slice(0, 3)]) {
      asUser.push(inShort(await invite(caller, spelling)));
    }

    const expired = await invited(stage, caller);
    await stage.write(`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      expired.id,
    ]);
    const renewed = await invite(caller, expired.email.toUpperCase());
    const expiredRows = (await rowsOf(stage, expired.email)).length;

    const revoked = await invited(stage, caller);
    await revoke(caller, revoked.id);
    const invitedAgain = await invite(caller, revoked.email);
    const revokedRows = (await rowsOf(stage, revoked.email)).length;

    const tagged = await invite(caller, email.replace('@', '+b@'));
    return `${countEach(again)}, ${rows} row; a user ${countEach(asUser)}; expired ${renewed.status} in ${expiredRows} row; revoked ${invitedAgain.status} in ${revokedRows} rows; with a tag ${tagged.status}`;
  },
);

attack(
  'A68',
  'twenty invitations of one person at once, on both processes',
  '1 x 204, 19 x 409 invitation_exists; 1 row, 1 mail',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const other = stage.newCaller({ on: stage.b });
    await person.signIn(other);
    const email = newEmail('race');
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        invite(at % 2 ? other : caller, at % 3 ? email : email.toUpperCase()),
      ),
    );
    const rows = await rowsOf(stage, email);
    const mails = (await sentMails(stage)).filter(({ to }) => to.toLowerCase() === email);
    return `${countEach(answers.map(inShort))}; ${rows.length} row, ${mails.length} mail`;
  },
);

attack(
  'A69',
  'links and acts after an invitation was resent, revoked, accepted or expired',
  'newest link 200; old, used, revoked, expired and unknown links 5 x 400 invalid_token; closed invitations 4 x 409 invitation_not_pending; unknown ones 2 x 404 not_found; 8 of 8 races end in one state',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const elsewhere = stage.newCaller({ on: stage.b });
    await person.signIn(elsewhere);
    const redeem = await connectRedeemer(stage);
    const dead: string[] = [];

    const resent = await invited(stage, caller);
    const older = await mailedToken(stage, resent.email);
    await resend(caller, resent.id);
    const newest = await mailedToken(stage, resent.email);
    dead.push(inShort(await redeem(older)));
    const redeemed = await redeem(newest);
    dead.push(inShort(await redeem(newest)));

    const revoked = await invited(stage, caller);
    const revokedToken = await mailedToken(stage, revoked.email);
    await revoke(caller, revoked.id);
    dead.push(inShort(await redeem(revokedToken)));

    const expired = await invited(stage, caller);
    const expiredToken = await mailedToken(stage, expired.email);
    await stage.write(`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      expired.id,
    ]);
    dead.push(inShort(await redeem(expiredToken)), inShort(await redeem('A'.repeat(43))));

    const closed: string[] = [];
    for (const { id } of [resent, revoked]) {
      closed.push(inShort(await revoke(caller, id)), inShort(await resend(caller, id)));
    }
    const unknown = [await revoke(caller, randomUUID()), await resend(caller, randomUUID())].map(inShort);

    let consistent = 0;
    const odd: string[] = [];
    for (let round = 0; round < 8; round++) {
      const { id, email } = await invited(stage, caller, newEmail('race'));
      const token = await mailedToken(stage, email);
      const rival = round % 2 ? resend(elsewhere, id) : redeem(token);
      const [ended, other] = await Promise.all([revoke(caller, id), rival]);
      const [row] = await rowsOf(stage, email);
      const tokens = await mailedTokens(stage, email);
      let live = 0;
      for (const each of tokens) if ((await redeem(each)).status === 200) live += 1;
      const outcome = `revoke ${ended.status}, ${round % 2 ? 'resend' : 'redeem'} ${other.status}, ${row?.status} ${row?.hasToken ? 'with' : 'without'} token, ${live} live links`;
      const isOne = [
        'revoke 204, resend 204, revoked without token, 0 live links',
        'revoke 204, resend 409, revoked without token, 0 live links',
        'revoke 204, redeem 400, revoked without token, 0 live links',
        'revoke 409, redeem 200, accepted without token, 0 live links',
      ].includes(outcome);
      if (isOne) consistent += 1;
      else odd.push(outcome);
    }
    return `newest link ${redeemed.status}; old, used, revoked, expired and unknown links ${countEach(dead)}; closed invitations ${countEach(closed)}; unknown ones ${countEach(unknown)}; ${consistent} of 8 races end in one state${listed(odd)}`;
  },
);

attack(
  'A70',
  'many invitations, many resends, odd addresses, and the token where it does not belong',
  '30 x 204, 1 x 429 rate_limited; resends 204, within a minute 429, 204, 204, fourth in an hour 429; 13 x 400 validation_error; token in 1 mail, 0 answers, 0 tables, 0 lines of the log; its SHA-256 in 1 table',
  async (stage) => {
    const { caller: busy } = await stage.newEnrolled();
    const many: string[] = [];
    while (many.length < 31) many.push(inShort(await invite(busy, newEmail('many'))));

    const { caller } = await stage.newEnrolled();
    const { id, email } = await invited(stage, caller);
    const token = await mailedToken(stage, email);
    const answers: Answer[] = [
      await caller.get('/invitations?limit=100'),
      await caller.get(`/audit-logs?search=${encodeURIComponent(email)}`),
      await caller.get('/audit-logs?limit=100'),
    ];
    const holds = (text: string) =>
      [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')].some(
        (spelling) => text.includes(spelling),
      );
    const tables = [...(await dumpTables(stage)).values()];
    const hash = tokenHash(token).toString('hex');
    const places = {
      mails: (await sentMails(stage)).filter(({ text }) => holds(text)).length,
      answers: answers.filter((answer) => holds(answer.text)).length,
      tables: tables.filter(holds).length,
      lines: (await printedLines(stage)).filter(holds).length,
      hashes: tables.filter((text) => text.includes(hash)).length,
    };
    if (!answers.every((answer) => answer.text.includes(email)))
      return 'the answers do not show the invitation';

    const again = [await resend(caller, id), await resend(caller, id)];
    for (let time = 0; time < 3; time++) {
      await passResendTime(stage, id, 61);
      again.push(await resend(caller, id));
    }
    const [first, soon, second, third, fourth] = again.map(({ status }) => status);

    const odd: string[] = [];
    for (const address of [
      '',
      '   ',
      'nova',
      'nova@example',
      '@example.com',
      'a@example.com,b@evil.example',
      'a@example.com b@evil.example',
      'a@example.com\r\nBcc: b@evil.example',
      'Nova <nova@example.com>',
      `${'n'.repeat(243)}@example.com`,
      'no\u200bva@example.com',
      'nova\u202e@example.com',
      '<script>alert(1)</script>@example.com',
    ]) {
      odd.push(inShort(await invite(caller, address)));
    }
    return `${countEach(many)}; resends ${first}, within a minute ${soon}, ${second}, ${third}, fourth in an hour ${fourth}; ${countEach(odd)}; token in ${places.mails} mail, ${places.answers} answers, ${places.tables} tables, ${places.lines} lines of the log; its SHA-256 in ${places.hashes} table`;
  },
);
