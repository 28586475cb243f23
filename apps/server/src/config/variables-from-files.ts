import { readFileSync } from 'node:fs';
import { errorCode } from '../infra/error-code.ts';
import { StartupError } from '../infra/startup-error.ts';
import { VARIABLES } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ENDING = '_FILE';
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'this account may not read it',
  EISDIR: 'it is a directory',
};

/**
 * Replaces `DATABASE_URL_FILE` by `DATABASE_URL` with the content of that file, and so on for each variable, so that
 * secrets need not be in the environment. A line break at the end of a file does not count.
 * @throws StartupError with one line that names the variable
 */
export function withVariablesFromFiles(environment: Environment): Environment {
  const result = { ...environment };
  for (const name of Object.keys(VARIABLES)) {
    const fileVariable = `${name}${ENDING}`;
    const file = environment[fileVariable];
    delete result[fileVariable];
    if (file === undefined || file === '') continue;
    if (environment[name] !== undefined && environment[name] !== '') {
      throw new StartupError(`${fileVariable}: expected only one of ${name} and ${fileVariable}`);
    }
    result[name] = contentOf(fileVariable, file);
  }
  return result;
}

function contentOf(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = errorCode(error) ?? '';
    throw new StartupError(`${variable}: cannot read ${file}: ${REASONS[code] ?? code}`, { cause: error });
  }
  if (text === '') throw new StartupError(`${variable}: expected a value in ${file}, which is empty`);
  return text;
}
