import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from './repository.mjs';

const COVERAGE = 'docs/specification-coverage.md';
const PROOF = /`([^`]+\.(?:test|spec)\.[a-z]+)` "(.*?)"(?=; | \||$)/g;

const rows = readFileSync(path.join(REPOSITORY, COVERAGE), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:statement|---)/.test(line));

/** @param {string} file */
function testsOf(file) {
  return readFileSync(path.join(REPOSITORY, file), 'utf8').replaceAll(String.raw`\'`, "'");
}

it('there are statements', () => {
  expect(rows.length).toBeGreaterThan(500);
});

it('each has tests that there are, or says what else proves it', () => {
  const unproved = rows.filter((row) => {
    const proofs = [...row.matchAll(PROOF)];
    return proofs.length === 0
      ? !/\| (?:not by a test: .+|by `(?:bench\/|\.ci\/).+) \|$/.test(row)
      : proofs.some(([, file = '', name = '']) => !testsOf(file).includes(name));
  });
  expect(unproved).toEqual([]);
});
