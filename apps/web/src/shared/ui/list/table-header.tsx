import { ArrowDown, ArrowUp } from 'lucide-react';
import { type Column, columnClass, type Sorting } from './column.ts';

interface TableHeaderProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
}

/** Sticky column headers. Narrow screens show only the sortable ones. */
export function TableHeader<Row>({ columns, sorting }: TableHeaderProps<Row>) {
  return (
    <thead className="@max-2xl:block">
      <tr
        className={`@max-2xl:flex @max-2xl:justify-end @max-2xl:border-line @max-2xl:border-b @max-2xl:px-(--gutter) ${sorting ? '@max-2xl:border-t' : ''}`}
      >
        {columns.map((column) => (
          <th
            key={column.header}
            scope="col"
            aria-sort={column.sortable ? sorting?.direction : undefined}
            className={`top-(--shell-header) z-10 h-9 border-line bg-surface font-medium text-ink-quiet text-sm @2xl:sticky @2xl:border-y @2xl:px-3 @2xl:first:pl-(--gutter) @2xl:last:pr-(--gutter) ${column.sortable && sorting ? 'max-md:h-11' : '@max-2xl:sr-only'} ${column.width ?? ''} ${columnClass(column)}`}
          >
            <Name column={column} sorting={sorting} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface NameProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}

function Name<Row>({ column: { header, headerHidden, sortable }, sorting }: NameProps<Row>) {
  if (sortable && sorting) {
    return <SortButton name={header} sorting={sorting} />;
  }
  return headerHidden ? <span className="sr-only">{header}</span> : header;
}

function SortButton({ name, sorting }: { readonly name: string; readonly sorting: Sorting }) {
  const Arrow = sorting.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      title={sorting.direction === 'ascending' ? 'Oldest first' : 'Newest first'}
      className="inline-flex h-full items-center gap-1 rounded-sm hover:text-ink"
      onClick={sorting.onToggle}
    >
      {name}
      <Arrow className="size-3.5" />
    </button>
  );
}
