// biome-ignore-all lint/a11y/noRedundantRoles: the stylesheet changes the layout of rows, which removes their implicit roles
import type { ComponentChildren, VNode } from 'preact';

export type Column<Row> = {
  key: string;
  /** Heading of the column; empty for actions. */
  title: string;
  /** Right-aligned numbers. */
  numeric?: boolean;
  cell(row: Row): ComponentChildren;
};

export type DataTableProps<Row> = {
  /** The caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
};

/** A table. In small windows, each row of more than two cells becomes a card whose cells show their heading. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>): VNode {
  return (
    <table class={columns.length > 2 ? 'data-table data-table-cards' : 'data-table'} role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, title, numeric }) =>
            title === '' ? (
              <td key={key} role="cell" />
            ) : (
              <th key={key} scope="col" role="columnheader" class={numeric ? 'numeric' : undefined}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ key, title, numeric, cell }) => (
              <td key={key} role="cell" class={numeric ? 'numeric' : undefined} data-title={title}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
