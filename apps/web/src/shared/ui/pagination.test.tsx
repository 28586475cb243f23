import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pagination } from './pagination.tsx';

function renderPage(page: number, total: number) {
  const onPage = vi.fn();
  render(<Pagination noun="users" page={page} pageSize={20} total={total} onPage={onPage} />);
  return onPage;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it.each([0, 1, 20])('is not there for %j rows', (total) => {
  renderPage(1, total);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('says where one is on the first page', () => {
  renderPage(1, 1_234);
  expect(screen.getByText('Showing 1 to 20 of 1,234 users')).toBeTruthy();
  expect(screen.getByText('Page 1 of 62')).toBeTruthy();
  expect(button('Previous').disabled).toBe(true);
  expect(button('Next').disabled).toBe(false);
});

it('ends with the last row on the last page', () => {
  renderPage(3, 45);
  expect(screen.getByText('Showing 41 to 45 of 45 users')).toBeTruthy();
  expect(button('Previous').disabled).toBe(false);
  expect(button('Next').disabled).toBe(true);
});

it('leads one page on and one page back', async () => {
  const onPage = renderPage(2, 60);
  await userEvent.click(button('Next'));
  await userEvent.click(button('Previous'));
  expect(onPage.mock.calls).toEqual([[3], [1]]);
});
