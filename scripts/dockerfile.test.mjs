import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readDockerfile } from './dockerfile.mjs';
import { REPOSITORY } from './repository.mjs';

it('readDockerfile reads stages, flags and continued lines', () => {
  const text =
    '# A comment\nFROM a:1 AS build\nRUN one \\\n  && two\n\nFROM b:2\nCOPY --from=build --chown=x:y /a /b\n';
  expect(readDockerfile(text)).toEqual([
    { from: 'a:1', name: 'build', steps: [{ word: 'RUN', flags: {}, rest: 'one    && two' }] },
    {
      from: 'b:2',
      name: '1',
      steps: [{ word: 'COPY', flags: { from: 'build', chown: 'x:y' }, rest: '/a /b' }],
    },
  ]);
});

it('the image has the client tools of the PostgreSQL that the compose file runs', () => {
  const read = (/** @type {string} */ file) =>
    readFileSync(path.join(REPOSITORY, 'deploy', 'docker', file), 'utf8');
  const sources = readDockerfile(read('Dockerfile')).flatMap(({ steps }) =>
    steps.map(({ flags }) => flags['from']),
  );
  const [, server] = /image: (postgres:\S+)/.exec(read('compose.yaml')) ?? [];
  expect(sources).toContain(server);
});
