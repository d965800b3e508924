import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  /** Figures are right-aligned; actions come last, under a title that only screen readers get. */
  kind?: 'text' | 'figure' | 'actions';
  cell(row: Row): ComponentChildren;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // Scrolls sideways where it must: then it has to be reachable by keyboard.
    <div class="table-wrap" role="region" aria-label={label} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" class={kind}>
                {kind === 'actions' ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, kind, cell }) => (
                <td key={title} class={kind} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
