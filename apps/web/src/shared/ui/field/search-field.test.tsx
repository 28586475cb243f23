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
it('runs on Enter with the trimmed text, and keeps the focus', async () => {
  const { onSearch, input, change } = renderField();
  await userEvent.type(input, '  ada ');
  expect(onSearch).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['ada']]);
  change('ada');
  expect(document.activeElement).toBe(input);
});

// @spec 2.99
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
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onSearch.mock.calls).toEqual([['']]);
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
});

it('has nothing to take away without a search', () => {
  renderField();
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

describe('one that runs by itself', () => {
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
  it('does so 300 ms after the last change, once', () => {
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

  it('does not wait after Enter', () => {
    const { onSearch, input } = renderDebounced();
    type(input, 'ada');
    fireEvent.submit(input);
    vi.advanceTimersByTime(1_000);
    expect(onSearch.mock.calls).toEqual([['ada']]);
  });

  it('leaves what was typed while its search is under way', () => {
    const { input, change } = renderDebounced();
    type(input, 'ada ');
    vi.advanceTimersByTime(300);
    type(input, 'ada lo');
    change('ada');
    expect(input.value).toBe('ada lo');
  });

  it('does nothing for a change that changes nothing', () => {
    const { onSearch, input } = renderDebounced('ada');
    type(input, 'ada ');
    vi.advanceTimersByTime(1_000);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('gives way to another search of the address', () => {
    const { onSearch, input, change } = renderDebounced('ada');
    type(input, 'adam');
    change('bob');
    vi.advanceTimersByTime(1_000);
    expect(input.value).toBe('bob');
    expect(onSearch).not.toHaveBeenCalled();
  });
});
