import { createRandomSource, type RandomSource } from './random-source.ts';
import {
  createSampleAdministrators,
  type SampleAct,
  type SampleAdministrator,
} from './sample-administrators.ts';
import { HOUR_MS, MINUTE_MS } from './sample-calendar.ts';
import type { SampleData } from './sample-data.ts';
import { createExport, createInvitationActs, createWalletBackups } from './sample-record-acts.ts';
import { createBeginnings, createSignIn, createSignIns } from './sample-sign-ins.ts';
import { stageTimes } from './sample-stages.ts';
import { createBlockActs, createSettingsActs } from './sample-user-acts.ts';

const EXPORTS = 14;

/** Creates what administrators did since the first import, oldest first. Ends with acts of the last minutes. */
export function createSampleHistory(seed: number, data: SampleData, now: Date): SampleAct[] {
  // A source of its own, so that records stay the same when the history changes.
  const random = createRandomSource(seed + 1);
  const [begin = 0, ...later] = stageTimes(now);
  const end = later.at(-1) ?? begin;
  const people = createSampleAdministrators(random);
  const span = { begin: begin + HOUR_MS, end };
  const [lastSettings, ...settings] = createSettingsActs(random, people, data.users, span);
  const past = [
    ...createBeginnings(random, people, begin),
    ...createSignIns(random, people, span),
    ...settings,
    ...createBlockActs(random, people, data, span),
    ...createInvitationActs(random, people, data, span),
    ...createWalletBackups(random, people, data.wallets, span),
    ...Array.from({ length: EXPORTS }, () =>
      createExport(random, random.pick(people), data, span.begin + random.next() * (end - span.begin)),
    ).flat(),
  ].filter(({ at }) => at > begin && at < end);
  return [...past, ...createLastActs(random, people, data, lastSettings, now.getTime())].sort(
    (a, b) => a.at - b.at,
  );
}

function createLastActs(
  random: RandomSource,
  people: readonly SampleAdministrator[],
  data: SampleData,
  settings: SampleAct | undefined,
  now: number,
): SampleAct[] {
  const [first = random.pick(people), second = first] = people;
  return [
    ...createSignIn(random, first, now - 11 * MINUTE_MS, random.uuid()),
    ...(settings === undefined ? [] : [{ ...settings, at: now - 8 * MINUTE_MS }]),
    ...createExport(random, first, data, now - 5 * MINUTE_MS),
    ...createSignIn(random, second, now - 2 * MINUTE_MS, random.uuid()),
  ];
}
