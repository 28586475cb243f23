import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createStore } from '../../shared/lib/store.ts';
import { RuntimeSettingsContext } from '../product/use-runtime-settings.ts';
import { EvaluationBadge } from './evaluation-badge.tsx';

const SAMPLES = "These are sample records, not your platform's.";
const EMBEDDED = 'The embedded database is for evaluation only. In production, use your own PostgreSQL.';

function renderBadge(given: { readonly sampleData: boolean; readonly embeddedDatabase?: boolean }) {
  const settings = createStore({ ...DEFAULT_RUNTIME_SETTINGS, ...given });
  return render(
    <RuntimeSettingsContext value={settings}>
      <EvaluationBadge />
    </RuntimeSettingsContext>,
  ).container;
}

it.each([
  ['Sample data, embedded database', { sampleData: true, embeddedDatabase: true }, `${SAMPLES} ${EMBEDDED}`],
  ['Embedded database', { sampleData: false, embeddedDatabase: true }, EMBEDDED],
  ['Sample data', { sampleData: true }, SAMPLES],
])('EvaluationBadge shows "%s" and explains it', async (name, settings, explanation) => {
  expect(renderBadge(settings).textContent).toBe(`${name}. ${explanation}`);
  await userEvent.hover(screen.getByText(name));
  expect(screen.getByRole('tooltip').textContent).toBe(explanation);
});

it.each([{ sampleData: false }, { sampleData: false, embeddedDatabase: false }])(
  'EvaluationBadge is not shown with %j',
  (settings) => expect(renderBadge(settings).textContent).toBe(''),
);
