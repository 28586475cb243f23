import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { runAdminCommand } from './admin-command.ts';
import { readConfiguration } from './config/configuration.ts';
import { ignoreClosedOutput } from './infra/closed-output.ts';
import { reportFailure } from './infra/report-failure.ts';

function fail(error: unknown): void {
  reportFailure(error);
  process.exit(1);
}

process.on('uncaughtException', fail);
ignoreClosedOutput();
try {
  const done = await runAdminCommand(readConfiguration(), process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    // Not on standard output, because scripts parse that.
    announce: (line) => process.stderr.write(`${line}\n`),
    readInput: async () => await text(process.stdin),
  });
  // An output that fails is only reported now.
  await setImmediate();
  process.exit(done ? 0 : 1);
} catch (error) {
  fail(error);
}
