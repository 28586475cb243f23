import type { ReactNode } from 'react';
import { useAnswer } from './use-answer.ts';

/** A list as the API answers it: its rows under a name of their own. */
export interface List {
  readonly title: string;
  readonly path: string;
  readonly filters: ReactNode;
  readonly columns: readonly string[];
  readonly rowsOf: (answer: unknown) => Rows;
}

export interface Rows {
  readonly total: number;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

const PAGE_SIZE = 20;

/** A page of any list: title, filters, table, the way on. */
export function ListScreen({ list }: { readonly list: List }) {
  const answer = useAnswer<unknown>(list.path);
  const page = answer === undefined ? undefined : list.rowsOf(answer);
  return (
    <>
      <div className="head">
        <div>
          <h1>
            {list.title} <output>{page?.total}</output>
          </h1>
        </div>
        <button type="button">Export CSV</button>
      </div>
      <div className="filters">{list.filters}</div>
      <table aria-busy={!page}>
        <thead>
          <tr>
            {list.columns.map((column) => (
              <th key={column} scope="col">
                {column}
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
      {page ? (
        <div className="foot">
          <p>
            Showing 1 to {PAGE_SIZE} of {page.total}
          </p>
          <div className="line">
            <p>Page 1 of {Math.ceil(page.total / PAGE_SIZE)}</p>
            <button type="button" disabled>
              Previous
            </button>
            <button type="button">Next</button>
          </div>
        </div>
      ) : null}
    </>
  );
}
