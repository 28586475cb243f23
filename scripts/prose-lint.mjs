import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BANNED_PHRASES } from './banned-phrases.mjs';
import { ignoreClosedOutput } from './closed-output.mjs';
import { REPOSITORY } from './repository.mjs';

const PROSE_FILE = /\.(?:tsx?|mjs|sql|css|md|html)$/;
const EXEMPT =
  /(?:\.generated\.[a-z]+|banned-phrases\.mjs|prose-lint\.test\.mjs|specification-coverage\.md|LICENSE)$|^docs\/specification\//;
/** A released migration is never edited. */
const RELEASED_MIGRATION = /migrations\/00(?:0\d|1[0-7])_/;

const COMMENT = /(?:\/\/|\/\*|^\s*\*|--\s|<!--)(.*)$/;
const QUOTED = /(['"`])((?:(?!\1).)*[a-z] [a-z](?:(?!\1).)*)\1/g;
const JSX_TEXT = />([^<>{}]*[a-z] [a-z][^<>{}]*)</g;

/** @param {string} file @param {string} line @returns {string[]} comments, quoted sentences, JSX text or Markdown */
export function proseOf(file, line) {
  if (file.endsWith('.md')) return [line];
  const comment = COMMENT.exec(line)?.[1];
  if (comment !== undefined) return [comment];
  return [...line.matchAll(QUOTED), ...line.matchAll(JSX_TEXT)].map((match) => match[2] ?? match[1] ?? '');
}

/** @param {string} file @param {string} line @returns {string[]} one message per banned phrase */
export function lintLine(file, line) {
  return proseOf(file, line).flatMap((text) =>
    BANNED_PHRASES.flatMap(({ phrase, instead }) => {
      const found = phrase.exec(text)?.[0];
      return found === undefined ? [] : [`"${found.trim()}": write ${instead}`];
    }),
  );
}

function lintRepository() {
  const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n');
  return files
    .filter((file) => PROSE_FILE.test(file) && !EXEMPT.test(file) && !RELEASED_MIGRATION.test(file))
    .flatMap((file) =>
      readFileSync(path.join(REPOSITORY, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => lintLine(file, line).map((problem) => `${file}:${index + 1} ${problem}`)),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ignoreClosedOutput();
  const problems = lintRepository();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
