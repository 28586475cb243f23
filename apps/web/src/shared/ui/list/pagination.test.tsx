import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pagination } from './pagination.tsx';

function renderPage(page: number, total: number) {
  const onPage = vi.fn();
  render(<Pagination noun="users" page={page} pageSize={20} total={total} onPage={onPage} />);
  return onPage;
}

const button = (name: string) => screen.getByRole('button', { name });
const leads = (name: string) => button(name).getAttribute('aria-disabled') !== 'true';

// @spec 2.89
it.each([0, 1, 20])('Pagination is hidden for %j rows', (total) => {
  renderPage(1, total);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('Pagination shows the position on the first page', () => {
  renderPage(1, 1_234);
  expect(screen.getByText('Showing 1 to 20 of 1,234 users')).toBeTruthy();
  expect(screen.getByText('Page 1 of 62')).toBeTruthy();
  expect(leads('Previous')).toBe(false);
  expect(leads('Next')).toBe(true);
});

it('Pagination ends with the last row on the last page', () => {
  renderPage(3, 45);
  expect(screen.getByText('Showing 41 to 45 of 45 users')).toBeTruthy();
  expect(leads('Previous')).toBe(true);
  expect(leads('Next')).toBe(false);
});

// @spec 2.88
it('Pagination moves one page forward and back', async () => {
  const onPage = renderPage(2, 60);
  await userEvent.click(button('Next'));
  await userEvent.click(button('Previous'));
  expect(onPage.mock.calls).toEqual([[3], [1]]);
});

it('Pagination does nothing after the last page and keeps the focus', async () => {
  const onPage = renderPage(3, 45);
  await userEvent.click(button('Next'));
  expect(document.activeElement).toBe(button('Next'));
  expect(onPage).not.toHaveBeenCalled();
});
