import { describe, expect, it } from 'vitest';
import { lintLine } from './prose-lint.mjs';

describe('prose lint', () => {
  it('rejects a banned phrase in a comment, a test name, a JSX text and a Markdown line', () => {
    expect(lintLine('a.ts', '  // Counted anew.')).toHaveLength(1);
    expect(lintLine('a.test.ts', "it('is not in vain', () => {});")).toHaveLength(1);
    expect(lintLine('a.tsx', '<p>Users could not be loaded</p>')).toHaveLength(1);
    expect(lintLine('a.md', 'Whoever reads this.')).toHaveLength(1);
  });

  it('says what to write instead', () => {
    expect(lintLine('a.md', 'Mend it.')).toEqual(['"Mend": write fix']);
  });

  it('ignores code', () => {
    expect(lintLine('a.ts', 'const anew = mend(whoever);')).toEqual([]);
  });
});
