import { text } from 'node:stream/consumers';
import { runAdminCommand } from './admin-command.ts';
import { readConfiguration } from './config/configuration.ts';
import { StartupError } from './infra/startup-error.ts';

try {
  const done = await runAdminCommand(readConfiguration(), process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    readInput: async () => await text(process.stdin),
  });
  process.exit(done ? 0 : 1);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
