import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { of, openUsers, userAnswers, userAt, uuidOf } from '../../../test/open-users.ts';

it.each([
  ['more than in the list of users', 3, 2, 'Merchants (3)'],
  ['fewer', 2, 5, 'Merchants (2)'],
  ['a full response, of more', 100, 1_234, 'Merchants (1,234)'],
  ['a full response', 100, 7, 'Merchants (100)'],
])('UserMerchants counts the merchants in its title: %s', async (_, read, merchantCount, title) => {
  const merchants = Array.from({ length: read }, (__, position) => ({
    uuid: `m${position}`,
    name: 'A shop',
  }));
  await openUsers(`?user=${uuidOf(0)}`, {
    ...userAnswers(userAt(0, { merchantCount })),
    [of(0, 'GET', '/merchants')]: { body: merchants },
  });
  await screen.findAllByText('A shop');
  expect(screen.getByRole('heading', { name: /^Merchants/ }).textContent).toBe(title);
});
