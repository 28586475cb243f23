import { STEP_UP_HEADER } from '@halyard/contract/constants';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import type { PlantedWallet } from '../../apps/server/test/planted-wallet.ts';
import { attack } from './support/attack.ts';
import { type Answer, type Caller, inShort, type Sending } from './support/caller.ts';
import { actsOf, keysIn } from './support/evidence.ts';
import { newUser } from './support/new-user.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import { ageSecondFactor, backUp } from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { copyOf } from './support/staged-callers.ts';
import { countEach, countWanted } from './support/tally.ts';

type Wallet = Pick<PlantedWallet, 'id'>;

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
  'at 14:50 blocking answers 204 and a backup 403 2fa_verification_required; at 15:01 10 of 10 calls answer 403 2fa_verification_required',
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
      resolveException: { reason: 'attack' },
      reopenException: { reason: 'attack' },
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
