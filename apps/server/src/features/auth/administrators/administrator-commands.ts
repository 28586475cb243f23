import { isEmailAddress } from '@halyard/contract/email-address';
import { runSessionCommand } from '../sessions/session-commands.ts';
import type { AdministratorManagement } from './administrator-management-service.ts';
import { newPassword } from './administrator-service.ts';
import { administratorTable } from './administrator-table.ts';

export const ADMINISTRATOR_USAGE = [
  'create <email>              create an administrator with a random password, shown only once;',
  '                            with --password-stdin, read the password from standard input',
  'list                        list all administrators, with --json as JSON',
  'disable <email>             disable an administrator and end their sessions',
  'enable <email>              enable a disabled administrator',
  'reset-2fa <email>           reset two-factor authentication; the next sign-in sets it up again',
  'sessions list <email>       list the active sessions of an administrator',
  'sessions end <email>        end all of them, or one with --id <id>',
  'sessions end --all          end all sessions and void all reset links',
];

export const ADMINISTRATOR_COMMANDS = [
  'create',
  'list',
  'disable',
  'enable',
  'reset-2fa',
  'sessions',
] as const;
export type AdministratorCommand = (typeof ADMINISTRATOR_COMMANDS)[number];

type Change = Extract<AdministratorCommand, 'disable' | 'enable' | 'reset-2fa'>;

interface CommandParts {
  readonly management: AdministratorManagement;
  readonly print: (line: string) => void;
  readonly readInput: () => Promise<string>;
}

/** Runs a command of `ADMINISTRATOR_USAGE`. Returns false if it failed; the reason was printed. */
export async function runAdministratorCommand(
  parts: CommandParts,
  command: AdministratorCommand,
  args: readonly string[],
): Promise<boolean> {
  switch (command) {
    case 'create':
      return await createAdministrator(parts, args);
    case 'list':
      return await listAdministrators(parts, args);
    case 'sessions':
      return await runSessionCommand(parts.management, args, parts.print);
    default:
      return await changeAdministrator(parts, command, args);
  }
}

async function createAdministrator(
  { management, print, readInput }: CommandParts,
  args: readonly string[],
): Promise<boolean> {
  const fromInput = args.includes('--password-stdin');
  const email = onlyArgument(args.filter((argument) => argument !== '--password-stdin'));
  if (email === undefined || !isEmailAddress(email)) {
    print('create: expected an email address');
    return false;
  }
  const password = fromInput ? (await readInput()).replace(/\r?\n$/, '') : newPassword();
  const outcome = await management.create({ email, password });
  if (outcome !== 'created') {
    print(
      `create: ${outcome === 'exists' ? `${email} already has an account. Use enable or reset-2fa if they cannot sign in.` : outcome.weak}`,
    );
    return false;
  }
  print(`email:    ${email}`);
  if (fromInput) return true;
  print(`password: ${password}`);
  print('Save the password now: only its hash is stored, and it cannot be shown again.');
  return true;
}

async function listAdministrators(
  { management, print }: CommandParts,
  args: readonly string[],
): Promise<boolean> {
  const [format, ...more] = args;
  if (more.length > 0 || (format !== undefined && format !== '--json')) {
    print('list: takes no arguments except --json');
    return false;
  }
  const administrators = await management.list();
  if (format === '--json') print(JSON.stringify(administrators, undefined, 2));
  else for (const line of administratorTable(administrators)) print(line);
  return true;
}

type Outcome = keyof typeof SENTENCES;

const SENTENCES = {
  disabled: '{} is now disabled, and all sessions have ended.',
  'was disabled': '{} was already disabled.',
  enabled: '{} is now enabled.',
  'was enabled': '{} was not disabled.',
  reset: 'Two-factor authentication for {} was reset, and all sessions have ended.',
  'was off': '{} has no two-factor authentication.',
  last: 'disable: the last active administrator cannot be disabled. Create or enable another one first.',
  unknown: 'no administrator has the email {}. To see all, run npm run admin -- list.',
} as const;

const CHANGES: Readonly<
  Record<Change, (management: AdministratorManagement, email: string) => Promise<Outcome>>
> = {
  disable: async (management, email) => await management.disable(email),
  enable: async (management, email) => await management.enable(email),
  'reset-2fa': async (management, email) => await management.resetTwoFactor(email),
};

async function changeAdministrator(
  { management, print }: CommandParts,
  command: Change,
  args: readonly string[],
): Promise<boolean> {
  const email = onlyArgument(args);
  if (email === undefined) {
    print(`${command}: expected an email address`);
    return false;
  }
  const outcome = await CHANGES[command](management, email);
  print(SENTENCES[outcome].replace('{}', email));
  return outcome !== 'last' && outcome !== 'unknown';
}

function onlyArgument(args: readonly string[]): string | undefined {
  const [argument, ...more] = args;
  const text = argument?.trim() ?? '';
  return more.length > 0 || text === '' || text.startsWith('-') ? undefined : text;
}
