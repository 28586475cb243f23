import type { ReactNode } from 'react';
import { Mark } from './cells.tsx';
import { useAnswer } from './use-answer.ts';

/** A list as the API answers it: its rows under a name of their own. */
export interface List {
  readonly title: string;
  readonly path: string;
  /** In the place of the total beside the title, and of the export. */
  readonly tabs?: (total: number | undefined) => ReactNode;
  /** Beside the export. */
  readonly action?: ReactNode;
  readonly filters: ReactNode;
  readonly columns: readonly string[];
  /** The column that turns the order round; none unless given. */
  readonly sortedBy?: string;
  readonly rowsOf: (answer: unknown) => Rows;
  /** A note about the response, above its rows. */
  readonly noteOn?: (answer: unknown) => ReactNode;
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
      {page ? (
        <div className="foot">
          <p>
            Showing 1 to {PAGE_SIZE} of {page.total}
          </p>
          <div className="line">
            <p>Page 1 of {Math.ceil(page.total / PAGE_SIZE)}</p>
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
      ) : null}
    </>
  );
}
