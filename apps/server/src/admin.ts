import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { runAdminCommand } from './admin-command.ts';
import { isBackupCommand } from './backup-command.ts';
import { readConfiguration } from './config/configuration.ts';
import { ignoreClosedOutput } from './infra/closed-output.ts';
import { exitAfterLog } from './infra/log.ts';
import { reportFailure } from './infra/report-failure.ts';

async function fail(error: unknown): Promise<void> {
  reportFailure(error);
  await exitAfterLog(1);
}

process.on('uncaughtException', fail);
ignoreClosedOutput();
try {
  const args = process.argv.slice(2);
  const configuration = readConfiguration(undefined, !isBackupCommand(args[0]));
  const done = await runAdminCommand(configuration, args, {
    print: (line) => process.stdout.write(`${line}\n`),
    // Not on standard output, because scripts parse that.
    announce: (line) => process.stderr.write(`${line}\n`),
    readInput: async () => await text(process.stdin),
  });
  // An output that fails is only reported now.
  await setImmediate();
  await exitAfterLog(done ? 0 : 1);
} catch (error) {
  await fail(error);
}
