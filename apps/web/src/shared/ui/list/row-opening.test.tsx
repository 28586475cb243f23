import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

const ROWS = ['Apple', 'Plum', 'Quince'];

const rendered = vi.fn();

const columns: readonly Column<string>[] = [
  {
    header: 'Name',
    cell: (name) => {
      rendered(name);
      return name;
    },
    skeletonWidth: '',
    narrow: 'first-line',
  },
  {
    header: 'Actions',
    headerHidden: true,
    cell: (name) => <button type="button">Eat {name}</button>,
    skeletonWidth: '',
    narrow: 'second-line',
  },
];

const onOpen = vi.fn();
const loadPanel = vi.fn(() => Promise.resolve());

function Table({ canOpen }: { readonly canOpen?: (name: string) => boolean }) {
  const [open, setOpen] = useState<string>();
  return (
    <DataTable
      label="Fruits"
      columns={columns}
      rows={ROWS}
      rowKey={(name) => name}
      expectedRows={3}
      opening={{
        ...(canOpen && { canOpen }),
        isOpen: (name) => name === open,
        onOpen: (name) => {
          onOpen(name);
          setOpen(name);
        },
        loadPanel,
        panelId: 'panel',
      }}
    />
  );
}

function renderTable(canOpen?: (name: string) => boolean) {
  onOpen.mockClear();
  loadPanel.mockClear();
  render(<Table {...(canOpen && { canOpen })} />);
  const opener = (name: string) => screen.getByRole('button', { name });
  return { opener, opened: () => onOpen.mock.calls.map(([name]) => name) };
}

describe('RowOpener', () => {
  it('has a button in its first cell that reports whether the panel is open', async () => {
    const { opener } = renderTable();
    expect(opener('Plum').getAttribute('aria-haspopup')).toBe('dialog');
    expect(opener('Plum').getAttribute('aria-expanded')).toBe('false');
    expect(opener('Plum').hasAttribute('aria-controls')).toBe(false);
    await userEvent.click(opener('Plum'));
    expect(opener('Plum').getAttribute('aria-expanded')).toBe('true');
    expect(opener('Plum').getAttribute('aria-controls')).toBe('panel');
  });

  it('opens on a click anywhere except on links, buttons and fields', async () => {
    const { opener, opened } = renderTable();
    await userEvent.click(screen.getByRole('button', { name: 'Eat Plum' }));
    expect(opened()).toEqual([]);
    const row = opener('Plum').closest('tr') as HTMLElement;
    await userEvent.click(within(row).getAllByRole('cell')[1] as HTMLElement);
    expect(opened()).toEqual(['Plum']);
    expect(document.activeElement).toBe(opener('Plum'));
  });

  it('does not open a row without a panel', async () => {
    const { opener, opened } = renderTable((name) => name !== 'Plum');
    expect(screen.queryByRole('button', { name: 'Plum' })).toBeNull();
    await userEvent.click(screen.getByText('Plum'));
    expect(opened()).toEqual([]);
    await userEvent.click(opener('Quince'));
    expect(opened()).toEqual(['Quince']);
  });

  it('does not rerender unchanged rows', async () => {
    const { opener } = renderTable();
    rendered.mockClear();
    await userEvent.click(opener('Plum'));
    await userEvent.click(opener('Quince'));
    expect(rendered.mock.calls.flat()).toEqual(['Plum', 'Plum', 'Quince']);
  });

  it('prefetches the panel on hover and focus', async () => {
    const { opener } = renderTable();
    expect(loadPanel).not.toHaveBeenCalled();
    await userEvent.hover(opener('Plum'));
    expect(loadPanel).toHaveBeenCalled();
  });
});

describe('RowOpener arrow keys', () => {
  it('moves through the rows and stops at both ends', async () => {
    const { opener, opened } = renderTable();
    opener('Apple').focus();
    for (const [key, name] of [
      ['{ArrowUp}', 'Apple'],
      ['{ArrowDown}', 'Plum'],
      ['{End}', 'Quince'],
      ['{ArrowDown}', 'Quince'],
      ['{Home}', 'Apple'],
    ] as const) {
      await userEvent.keyboard(key);
      expect(document.activeElement, key).toBe(opener(name));
    }
    expect(opened()).toEqual([]);
  });

  it('opens the next row while a panel is open', async () => {
    const { opener, opened } = renderTable();
    await userEvent.click(opener('Apple'));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(opened()).toEqual(['Apple', 'Plum', 'Quince', 'Plum']);
  });

  it('ignores arrow keys with a modifier key', async () => {
    const { opener } = renderTable();
    opener('Apple').focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{Shift>}{End}{/Shift}');
    expect(document.activeElement).toBe(opener('Apple'));
  });
});
