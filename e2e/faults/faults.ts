import { runKills } from './kills.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'kills') process.exitCode = (await runKills(args)) ? 0 : 1;
