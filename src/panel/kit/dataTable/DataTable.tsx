import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { asText, Col, type ColumnProps, columnsOf } from "./columns.tsx";
import { ListTable, type ListTableProps } from "./ListTable.tsx";

interface PlainTableProps<Row extends object> {
  readonly children: ReactNode;
  /** Rows that no list has; a column without a label has no heading. */
  readonly data: readonly Row[];
  readonly className?: string;
  readonly caption?: ReactNode;
  readonly "aria-label"?: string | undefined;
  readonly "aria-labelledby"?: string;
}

/**
 * A table as react-admin's: the rows of the list that it is within, or `data`. Columns are its direct children.
 *
 * @example
 * <List>
 *   <DataTable>
 *     <DataTable.Col source="domain" />
 *     <DataTable.Col source="create_timestamp" field={DateField} />
 *   </DataTable>
 * </List>
 */
export function DataTable<Row extends object>(props: ListTableProps | PlainTableProps<Row>) {
  return "data" in props ? <PlainTable {...props} /> : <ListTable {...props} />;
}
DataTable.Col = Col;

function PlainTable<Row extends object>({
  data,
  children,
  className = "table",
  caption,
  ...labels
}: PlainTableProps<Row>) {
  const translate = useTranslate();
  const columns = columnsOf<Row>(children);
  return (
    <table className={className} {...labels}>
      {caption}
      <thead>
        <tr>
          {columns.map(({ label }) =>
            label === undefined ? (
              <td key="" />
            ) : (
              <th key={label} scope="col">
                {translate(label, { _: label })}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {data.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what no list has need not have an id
          <tr key={index}>
            {columns.map((column) => (
              <PlainCell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PlainCellProps<Row extends object> {
  readonly column: ColumnProps<Row>;
  readonly row: Row;
}

function PlainCell<Row extends object>({ column, row }: PlainCellProps<Row>) {
  const { source = "", render, isTitle, ...props } = column;
  const content = render ? render(row) : asText(Reflect.get(row, source));
  return isTitle ? (
    <th scope="row" className={props.className}>
      {content}
    </th>
  ) : (
    <td className={props.className}>{content}</td>
  );
}
