import type { ReactNode } from 'react';
import { Mark } from './cells.tsx';
import { useAnswer } from './use-answer.ts';

export interface List {
  readonly title: string;
  readonly path: string;
  /** Replaces the total and the export button. */
  readonly tabs?: (total: number | undefined) => ReactNode;
  readonly action?: ReactNode;
  readonly filters: ReactNode;
  readonly columns: readonly string[];
  readonly sortedBy?: string;
  readonly rowsOf: (answer: unknown) => Rows;
  /** Note above the rows. */
  readonly noteOn?: (answer: unknown) => ReactNode;
}

export interface Rows {
  readonly total: number;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

const PAGE_SIZE = 20;

export function ListScreen({ list }: { readonly list: List }) {
  const answer = useAnswer<unknown>(list.path);
  const page = answer === undefined ? undefined : list.rowsOf(answer);
  return (
    <>
      <div className="head">
        <div>
          <h1>
            {list.title}{' '}
            {list.tabs ? null : (
              <output>
                {page?.total} <span className="away">in total</span>
              </output>
            )}
          </h1>
        </div>
        <div className="line">
          {list.tabs ? null : (
            <button type="button">
              <span className="line">
                <Mark />
                Export CSV
              </span>
            </button>
          )}
          {list.action}
          <button type="button" aria-label="Compact rows">
            <Mark />
          </button>
        </div>
      </div>
      {list.tabs?.(page?.total)}
      <div className="filters">{list.filters}</div>
      {list.noteOn ? <div className="note">{answer === undefined ? null : list.noteOn(answer)}</div> : null}
      <ListTable list={list} page={page} />
      {page ? <ListFoot total={page.total} /> : null}
    </>
  );
}

function ListTable({ list, page }: { readonly list: List; readonly page: Rows | undefined }) {
  return (
    <table aria-busy={!page}>
      <thead>
        <tr>
          {list.columns.map((column) => (
            <th key={column} scope="col">
              {column === list.sortedBy ? (
                <button type="button">
                  {column} <Mark />
                </button>
              ) : (
                column
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page?.rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, position) => (
              <td key={list.columns[position]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ListFoot({ total }: { readonly total: number }) {
  return (
    <div className="foot">
      <p>
        Showing 1 to {PAGE_SIZE} of {total}
      </p>
      <div className="line">
        <p>Page 1 of {Math.ceil(total / PAGE_SIZE)}</p>
        <button type="button" disabled>
          <span className="line">
            <Mark />
            Previous
          </span>
        </button>
        <button type="button">
          <span className="line">
            Next
            <Mark />
          </span>
        </button>
      </div>
    </div>
  );
}
