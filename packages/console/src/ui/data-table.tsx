import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  name: string;
  /** Empty for a column without a heading, such as that of the actions. */
  label: string;
  cell(row: Row): ComponentChildren;
  /** Whether values are right-aligned, with digits of equal width. */
  isFigure?: boolean;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/** A table from a list of columns. On a phone each row is a card in which every value has its label. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table class="data-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, label: head, isFigure }) =>
            head === '' ? (
              <td key={name} />
            ) : (
              <th key={name} scope="col" class={isFigure ? 'figure' : undefined}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, label: head, cell, isFigure }) => (
              <td
                key={name}
                class={head === '' ? 'actions' : isFigure ? 'figure' : undefined}
                data-label={head || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
