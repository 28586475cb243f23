import { attack } from './support/attack.ts';

attack(
  'A12',
  'a session cookie that was set before sign-in',
  'new cookies at password and code; the cookie before each answers 401',
  async ({ newEnrolled, newCaller }) => {
    const { person } = await newEnrolled();
    const caller = newCaller();
    await caller.get('/auth/csrf-cookie');
    const anonymous = caller.cookie;
    await caller.signIn(person);
    const halfway = caller.cookie;
    await caller.post('/auth/2fa/verify', { code: await person.freshCode() });
    const whole = caller.cookie;
    const statuses: number[] = [];
    for (const cookie of [anonymous, halfway]) {
      statuses.push((await newCaller().get('/auth/me', { headers: { cookie } })).status);
    }
    const areNew = new Set([anonymous, halfway, whole]).size === 3;
    return `${areNew ? 'new cookies' : 'the same cookie'} at password and code; the cookie before each answers ${statuses.every((status) => status === 401) ? '401' : statuses}`;
  },
);

attack(
  'A15',
  'a cookie that is used after sign-out',
  '204, then 401 on both processes for two seconds; signing out again 204 or 401',
  async ({ newEnrolled, newCaller, a, b }) => {
    const { caller } = await newEnrolled();
    const { cookie, csrfToken } = caller;
    const { status } = await caller.post('/auth/logout');
    const statuses = new Set<number>();
    for (let tried = 0; tried < 20; tried++) {
      for (const { address } of [a, b]) {
        statuses.add((await newCaller().get('/auth/me', { headers: { cookie }, on: address })).status);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const again = await newCaller().post('/auth/logout', undefined, {
      headers: { cookie, 'x-csrf-token': csrfToken },
    });
    return `${status}, then ${[...statuses]} on both processes for two seconds; signing out again ${[204, 401].includes(again.status) ? '204 or 401' : again.status}`;
  },
);
