import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { createAnswerCheck } from './answer-check.ts';
import { readContract } from './contract.ts';
import { Report } from './report.ts';
import { requestPlans } from './request-plan.ts';
import { RequestRunner } from './request-runner.ts';
import { openScene } from './scene.ts';

/**
 * `npm run fuzz [-- REQUESTS SEED]`: sends random requests to two processes, and checks every answer against
 * openapi.json. Ctrl+C ends it early with a report. A seed sends the same requests again, except for what the product chose: cookies, codes and ids.
 */

const PARALLEL = 8;
const BATCH = 500;
const PROGRESS_MS = 5_000;

const [requests = 100_000, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
if (![requests, seed].every(Number.isSafeInteger)) throw new Error('usage: npm run fuzz [-- REQUESTS SEED]');
console.log(`${requests} requests with seed ${seed}`);

const contract = readContract();
const scene = await openScene();
const report = new Report();
const runner = new RequestRunner(scene, contract, createAnswerCheck(contract), report);
const plans = requestPlans(contract.operations);

const started = performance.now();
const summary = () => {
  const seconds = (performance.now() - started) / 1_000;
  const rate = Math.round(report.requests / seconds);
  return `${Math.round(seconds)} s: ${report.requests} requests, ${rate} per second, ${runner.callers.renewals} sessions renewed, ${report.failures} failures`;
};
const progress = setInterval(() => console.log(summary()), PROGRESS_MS);

let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
});

function* planned() {
  for (let first = 0; first < requests; first += BATCH) {
    const numRuns = Math.min(BATCH, requests - first);
    const batch = fc.sample(plans, { seed: seed + first, numRuns });
    yield* batch.map((plan, index) => ({ plan, number: first + index + 1 }));
  }
}

try {
  const queue = planned();
  const work = async () => {
    for (const { plan, number } of queue) {
      if (isStopped) return;
      await runner.run(number, plan);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
} finally {
  clearInterval(progress);
  console.log(`${summary()}\n`);
  report.print(scene.stage.output());
  await scene.stage.stop();
}
process.exitCode = report.failures === 0 ? 0 : 1;
