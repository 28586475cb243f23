import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

interface Fruit {
  readonly name: string;
  readonly weight: number;
}

const columns: readonly Column<Fruit>[] = [
  { header: 'Name', cell: (fruit) => fruit.name, skeletonWidth: '', narrow: 'first-line' },
  {
    header: 'Weight',
    cell: (fruit) => `${fruit.weight} g`,
    skeletonWidth: '',
    align: 'end',
    narrow: 'second-line',
  },
];

function renderTable(rows: readonly Fruit[] | undefined, refetching = false) {
  render(
    <DataTable
      label="Fruits"
      columns={columns}
      rows={rows}
      rowKey={(fruit) => fruit.name}
      expectedRows={3}
      refetching={refetching}
    />,
  );
  return screen.getByRole('table', { name: 'Fruits' });
}

const fruits = [
  { name: 'Apple', weight: 180 },
  { name: 'Plum', weight: 60 },
];

it('DataTable has a header and a cell for every column', () => {
  const table = renderTable(fruits);
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map((header) => [header.textContent, header.getAttribute('scope')])).toEqual([
    ['Name', 'col'],
    ['Weight', 'col'],
  ]);
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Apple', '180 g', 'Plum', '60 g']);
  expect(table.getAttribute('aria-busy')).toBe('false');
});

it('DataTable reserves space for its rows during the first load', () => {
  const table = renderTable(undefined);
  expect(table.getAttribute('aria-busy')).toBe('true');
  expect(table.querySelectorAll('tbody tr')).toHaveLength(3);
  expect(within(table).queryAllByRole('cell')).toHaveLength(0);
});

it('DataTable keeps its rows during a refetch', () => {
  const table = renderTable(fruits, true);
  expect(table.getAttribute('aria-busy')).toBe('true');
  expect(within(table).getAllByRole('row')).toHaveLength(3);
});
