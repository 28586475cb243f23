import { EXCEPTIONS } from '@halyard/contract/runtime-settings';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { OpenExceptionsLink } from './open-exceptions-link.tsx';

async function renderLink(answer: ScriptedAnswer, screens: readonly string[] = [EXCEPTIONS]) {
  const network = scriptedFetch({ 'GET /exceptions': answer });
  await renderPage(
    <OpenExceptionsLink of={{ walletId: 'w7' }} withUsd>
      {(link) => <section aria-label="Exceptions">{link}</section>}
    </OpenExceptionsLink>,
    network,
    { screens },
  );
  return network.calls;
}

it.each([
  [{ totalCount: 1_234, openUsd: '5000.5' }, '1,234 open exceptions, $5,000.50 at stake'],
  [{ totalCount: 1, openUsd: '0' }, '1 open exception, $0.00 at stake'],
  [{ totalCount: 2 }, '2 open exceptions'],
  [{ totalCount: 0, openUsd: '0' }, 'No open exceptions'],
])('OpenExceptionsLink shows %j as "%s"', async (answer, text) => {
  const calls = await renderLink({ exceptions: [], ...answer });
  const link = await screen.findByRole('link');
  expect(link.textContent).toBe(text);
  expect(link.getAttribute('href')).toBe('/orders?tab=exceptions&walletId=w7');
  expect(calls).toEqual(['GET /exceptions?walletId=w7&state=open&limit=1']);
});

it('OpenExceptionsLink reports a failed call', async () => {
  await renderLink(Response.json({}, { status: 503 }));
  expect(await screen.findByText("Couldn't load open exceptions")).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('OpenExceptionsLink shows and asks nothing without the announcement', async () => {
  const calls = await renderLink({ exceptions: [], totalCount: 3 }, []);
  expect(screen.queryByRole('region')).toBeNull();
  expect(calls).toEqual([]);
});
