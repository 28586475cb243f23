import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

function renderField(value = '') {
  const onSearch = vi.fn();
  const field = (current: string) => (
    <SearchField
      label="Search users"
      placeholder="Search..."
      value={current}
      maxLength={200}
      onSearch={onSearch}
    />
  );
  const { rerender } = render(field(value));
  return {
    onSearch,
    input: screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search users' }),
    change: (current: string) => rerender(field(current)),
  };
}

it('runs on Enter with the trimmed text, and keeps the focus', async () => {
  const { onSearch, input, change } = renderField();
  await userEvent.type(input, '  ada ');
  expect(onSearch).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['ada']]);
  change('ada');
  expect(document.activeElement).toBe(input);
});

it('runs on its button', async () => {
  const { onSearch, input } = renderField();
  await userEvent.type(input, 'ada');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onSearch.mock.calls).toEqual([['ada']]);
});

it('follows the search of the address', () => {
  const { input, change } = renderField('ada');
  expect(input.value).toBe('ada');
  change('bob');
  expect(input.value).toBe('bob');
});

it('can be taken away, and gives the focus to the field', async () => {
  const { onSearch, input } = renderField('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(onSearch.mock.calls).toEqual([['']]);
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
});

it('has nothing to take away without a search', () => {
  renderField();
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});
