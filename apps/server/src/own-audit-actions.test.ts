import { readdirSync, readFileSync } from 'node:fs';
import { OWN_AUDIT_ACTIONS } from '@halyard/contract/own-audit-actions';
import { expect, it } from 'vitest';

const SOURCE = new URL('.', import.meta.url);
const ACTION = /\baction: '([a-z_]+(?:\.[a-z_]+)+)'/g;

it('the platform cannot use any action that the code records', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const actions = files.flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(ACTION)].map(([, action = '']) => action),
  );
  expect(actions.length).toBeGreaterThan(30);
  expect(actions.filter((action) => !OWN_AUDIT_ACTIONS.has(action))).toEqual([]);
});
