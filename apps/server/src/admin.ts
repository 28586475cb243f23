import { text } from 'node:stream/consumers';
import { runAdminCommand } from './admin-command.ts';
import { readConfiguration } from './config/configuration.ts';
import { ignoreClosedOutput } from './infra/closed-output.ts';
import { reportFailure } from './infra/report-failure.ts';

ignoreClosedOutput();
try {
  const done = await runAdminCommand(readConfiguration(), process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    // Not on standard output, because scripts parse that.
    announce: (line) => process.stderr.write(`${line}\n`),
    readInput: async () => await text(process.stdin),
  });
  process.exit(done ? 0 : 1);
} catch (error) {
  reportFailure(error);
  process.exit(1);
}
