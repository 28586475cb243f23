import { setTimeout as pause } from 'node:timers/promises';
import type { Replica } from './replica.ts';

const CHECKED_EVERY_MS = 300;

/** Chooses among the processes whose last health check passed, as a load balancer does. */
export interface Balancer {
  readonly choose: () => Replica;
  readonly stop: () => Promise<void>;
}

export function startBalancer(replicas: readonly Replica[]): Balancer {
  let healthy: readonly Replica[] = replicas;
  let turn = 0;
  let isRunning = true;
  const checking = (async () => {
    while (isRunning) {
      const checked = await Promise.all(replicas.map(async (replica) => await replica.isReady()));
      healthy = replicas.filter((_, index) => checked[index]);
      await pause(CHECKED_EVERY_MS);
    }
  })();
  return {
    choose: () => {
      turn += 1;
      const chosen = healthy[turn % healthy.length];
      if (chosen === undefined) throw new Error('no process is ready');
      return chosen;
    },
    stop: async () => {
      isRunning = false;
      await checking;
    },
  };
}
