import { isNumericColumn } from '../sql/index.ts';

/** The answer of POST /v1/sql. */
interface SqlRows {
  columns: string[];
  rows: Array<Record<string, unknown>>;
  row_count: number;
  truncated: boolean;
}

/**
 * Makes of the rows of a statement what a widget shows: columns of numbers are figures, the others describe the rows.
 * The first
 * value of the first row is the figure of a metric.
 */
export function figuresOf({ columns, rows, row_count, truncated }: SqlRows): object {
  const numbers = columns.filter((name) => isNumericColumn(rows, name));
  const [first] = columns;
  // Only numbers: the first identifies the row, as a year does.
  const measures = numbers.length === columns.length ? numbers.slice(1) : numbers;
  const hasOne = columns.length === 1 && rows.length === 1;
  return {
    value: rows[0]?.[first ?? ''] ?? null,
    rows,
    total: row_count,
    dimensions: hasOne ? [] : columns.filter((name) => !measures.includes(name)),
    measures: hasOne ? columns : measures,
    ...(truncated ? { truncated } : {}),
  };
}
