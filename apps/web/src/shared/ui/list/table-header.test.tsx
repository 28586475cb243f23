import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

const onToggle = vi.fn();

function renderSorted(direction: 'ascending' | 'descending') {
  const columns: readonly Column<string>[] = [
    { header: 'Name', cell: (name) => name, skeletonWidth: '', narrow: 'first-line' },
    {
      header: 'Created At',
      cell: () => 'today',
      skeletonWidth: '',
      narrow: 'second-line',
      sortable: true,
    },
    { header: 'Actions', headerHidden: true, cell: () => null, skeletonWidth: '', narrow: 'first-line-end' },
  ];
  render(
    <DataTable
      label="Fruits"
      columns={columns}
      sorting={{ direction, onToggle }}
      rows={['Plum']}
      rowKey={(name) => name}
      expectedRows={1}
    />,
  );
}

it.each(['ascending', 'descending'] as const)(
  'TableHeader marks a column as %s and reverses it',
  async (direction) => {
    renderSorted(direction);
    expect(screen.getByRole('columnheader', { name: 'Created At' }).getAttribute('aria-sort')).toBe(
      direction,
    );
    expect(screen.getByRole('columnheader', { name: 'Name' }).hasAttribute('aria-sort')).toBe(false);
    onToggle.mockClear();
    await userEvent.click(screen.getByRole('button', { name: 'Created At' }));
    expect(onToggle).toHaveBeenCalledOnce();
  },
);

it('TableHeader keeps a hidden header for screen readers', () => {
  renderSorted('ascending');
  expect(screen.getByRole('columnheader', { name: 'Actions' }).querySelector('.sr-only')).not.toBeNull();
});
