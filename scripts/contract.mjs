import { createInterface } from 'node:readline/promises';
import { checkContract } from '../packages/contract/src/kit/check-contract.ts';
import { main } from './bootstrap.mjs';

/**
 * `npm run contract -- https://admin.example.com`: compares the answers of any server with the specification, and prints
 * one line for each call. CONTRACT_EMAIL and CONTRACT_PASSWORD name an administrator; the code comes from CONTRACT_CODE, or
 * is asked for.
 */
await main(async () => {
  const [address = ''] = process.argv.slice(2);
  const { CONTRACT_EMAIL: email, CONTRACT_PASSWORD: password } = process.env;
  if (!URL.canParse(address) || !email || !password) {
    throw new Error(
      'contract: expected an address such as https://admin.example.com, CONTRACT_EMAIL and CONTRACT_PASSWORD',
    );
  }
  const results = await checkContract(new URL(address).origin, { email, password, code: askForCode });
  for (const { call, expected, fault, skipped } of results) {
    let verdict = fault === undefined ? 'ok     ' : 'FAILED ';
    if (skipped !== undefined) verdict = 'skipped';
    const reason = skipped ?? fault;
    process.stdout.write(`${verdict}  ${expected}  ${call}${reason === undefined ? '' : `: ${reason}`}\n`);
  }
  const failed = results.filter(({ fault }) => fault !== undefined).length;
  process.stdout.write(
    failed === 0 ? 'Every answer meets the specification.\n' : `${failed} answers do not.\n`,
  );
  return failed === 0 ? 0 : 1;
});

async function askForCode() {
  const given = process.env['CONTRACT_CODE'];
  if (given) return given;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const code = await terminal.question('Code of the authenticator: ');
  terminal.close();
  return code.trim();
}
