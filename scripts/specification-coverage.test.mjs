import { describe, expect, it } from 'vitest';
import { createCoverage, readTaggedTests } from './specification-coverage.mjs';

describe('specification coverage', () => {
  it('has at least one test or another proof for every statement', () => {
    expect(createCoverage().unproved).toEqual([]);
  });

  it('has a statement for every id in a @spec comment', () => {
    expect(createCoverage().unknown).toEqual([]);
  });

  it('finds the tests that carry a @spec comment', () => {
    expect(readTaggedTests().size).toBeGreaterThan(500);
  });
});
