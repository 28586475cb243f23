import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

// @spec 2.99
it('SearchField searches on Enter with the trimmed text and keeps the focus', async () => {
  const { onSearch, input, change } = renderField();
  await userEvent.type(input, '  ada ');
  expect(onSearch).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['ada']]);
  change('ada');
  expect(document.activeElement).toBe(input);
});

// @spec 2.99
it('SearchField searches on a click on its button', async () => {
  const { onSearch, input } = renderField();
  await userEvent.type(input, 'ada');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onSearch.mock.calls).toEqual([['ada']]);
});

it('SearchField shows the search from the URL', () => {
  const { input, change } = renderField('ada');
  expect(input.value).toBe('ada');
  change('bob');
  expect(input.value).toBe('bob');
});

it('SearchField clears the search and focuses the field', async () => {
  const { onSearch, input } = renderField('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onSearch.mock.calls).toEqual([['']]);
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
});

it('SearchField has no Clear button without a search', () => {
  renderField();
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

describe('SearchField with a delay', () => {
  function renderDebounced(value = '') {
    const onSearch = vi.fn();
    const field = (current: string) => (
      <SearchField
        label="Search merchants"
        placeholder="Search..."
        value={current}
        maxLength={200}
        debounceMs={300}
        onSearch={onSearch}
      />
    );
    const { rerender } = render(field(value));
    return {
      onSearch,
      input: screen.getByRole<HTMLInputElement>('searchbox'),
      change: (current: string) => rerender(field(current)),
    };
  }

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const type = (input: HTMLInputElement, text: string) =>
    fireEvent.change(input, { target: { value: text } });

  // @spec 9.24
  it('searches once, 300 ms after the last change', () => {
    const { onSearch, input } = renderDebounced();
    type(input, 'a');
    vi.advanceTimersByTime(299);
    type(input, ' ada ');
    vi.advanceTimersByTime(299);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['ada']]);
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  });

  it('searches immediately on Enter', () => {
    const { onSearch, input } = renderDebounced();
    type(input, 'ada');
    fireEvent.submit(input);
    vi.advanceTimersByTime(1_000);
    expect(onSearch.mock.calls).toEqual([['ada']]);
  });

  it('keeps newer text while an earlier search is loading', () => {
    const { input, change } = renderDebounced();
    type(input, 'ada ');
    vi.advanceTimersByTime(300);
    type(input, 'ada lo');
    change('ada');
    expect(input.value).toBe('ada lo');
  });

  it('does not search again for the same text', () => {
    const { onSearch, input } = renderDebounced('ada');
    type(input, 'ada ');
    vi.advanceTimersByTime(1_000);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('drops a delayed search if the URL gets another one', () => {
    const { onSearch, input, change } = renderDebounced('ada');
    type(input, 'adam');
    change('bob');
    vi.advanceTimersByTime(1_000);
    expect(input.value).toBe('bob');
    expect(onSearch).not.toHaveBeenCalled();
  });
});
