import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore } from '../../shared/lib/store.ts';
import { RuntimeSettingsContext } from '../product/use-runtime-settings.ts';
import { EvaluationBadge } from './evaluation-badge.tsx';

function renderBadge(given: { readonly sampleData: boolean; readonly embeddedDatabase?: boolean }) {
  const settings = createStore({ ...DEFAULT_RUNTIME_SETTINGS, ...given });
  return render(
    <RuntimeSettingsContext value={settings}>
      <EvaluationBadge />
    </RuntimeSettingsContext>,
  ).container;
}

it.each([
  ['Sample data · Embedded database', { sampleData: true, embeddedDatabase: true }],
  ['Embedded database', { sampleData: false, embeddedDatabase: true }],
  ['Sample data', { sampleData: true }],
])('EvaluationBadge shows "%s"', (name, settings) => expect(renderBadge(settings).textContent).toBe(name));

it.each([{ sampleData: false }, { sampleData: false, embeddedDatabase: false }])(
  'EvaluationBadge is not shown with %j',
  (settings) => expect(renderBadge(settings).textContent).toBe(''),
);
