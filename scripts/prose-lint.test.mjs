import { describe, expect, it } from 'vitest';
import { lintLine } from './prose-lint.mjs';

describe('prose lint', () => {
  it('rejects a banned phrase in a comment, a test name, a JSX text and a Markdown line', () => {
    expect(lintLine('a.ts', '  // Reads ahead.')).toHaveLength(1);
    expect(lintLine('a.test.ts', "it('warms up the cache', () => {});")).toHaveLength(1);
    expect(lintLine('a.tsx', '<p>Users could not be loaded</p>')).toHaveLength(1);
    expect(lintLine('a.md', 'Ask whoever knows.')).toHaveLength(1);
  });

  it('suggests a replacement', () => {
    expect(lintLine('a.md', 'They mend it.')).toEqual(['"mend": write fix']);
  });

  it('ignores code', () => {
    expect(lintLine('a.ts', 'presses = 1;')).toEqual([]);
  });
});
