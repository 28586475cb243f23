import { parseArgs } from 'node:util';
import { uuid } from '@halyard/contract/fields';
import type { AdministratorManagement } from '../administrators/administrator-management-service.ts';
import { sessionLine } from '../administrators/administrator-table.ts';

/** Runs `sessions <command>`. Returns false if it failed; the reason was printed. */
export async function runSessionCommand(
  management: AdministratorManagement,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const read = readArguments(args);
  if (read === undefined) {
    print('sessions: expected list <email>, end <email> [--id <id>], or end --all');
    return false;
  }
  if (read.command === 'end all') {
    print(`Ended ${sessionsOf(await management.endAllSessions())} and voided all reset links.`);
    return true;
  }
  const { email, id } = read;
  const done =
    read.command === 'list' ? await list(management, email, print) : await end(management, email, id, print);
  if (done === undefined)
    print(`no administrator has the email ${email}. To see all, run npm run admin -- list.`);
  return done ?? false;
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { id: { type: 'string' }, all: { type: 'boolean' } },
    });
    const [command, email, ...more] = positionals;
    if (values.all) {
      const isAlone = command === 'end' && email === undefined && values.id === undefined;
      return isAlone ? ({ command: 'end all' } as const) : undefined;
    }
    if (email === undefined || more.length > 0) return undefined;
    if (command !== 'end' && (command !== 'list' || values.id !== undefined)) return undefined;
    return { command, email: email.trim(), id: values.id } as const;
  } catch {
    return undefined;
  }
}

async function list(management: AdministratorManagement, email: string, print: (line: string) => void) {
  const sessions = await management.listSessions(email);
  if (sessions?.length === 0) print(`${email} has no active sessions.`);
  for (const session of sessions ?? []) print(sessionLine(session));
  return sessions && true;
}

async function end(
  management: AdministratorManagement,
  email: string,
  id: string | undefined,
  print: (line: string) => void,
) {
  const ended =
    id === undefined || uuid.safeParse(id).success
      ? await management.endSessions(email, id?.toLowerCase())
      : 0;
  if (ended === undefined) return undefined;
  if (ended === 0 && id !== undefined) {
    print('sessions end: expected the --id of an active session of this administrator');
    return false;
  }
  print(`Ended ${sessionsOf(ended)} for ${email}.`);
  return true;
}

function sessionsOf(count: number): string {
  return `${count} ${count === 1 ? 'session' : 'sessions'}`;
}
