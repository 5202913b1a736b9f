import { stringify } from 'csv-stringify/sync';
import { exportWriter } from './export-writer.ts';
import { guard } from './formula-guard.ts';

/** Rows and the columns of them that are shown. */
export interface Table {
  /** The texts of the type `decimal` are numbers. */
  columns: Array<{ name: string; type: string }>;
  rows: Array<Record<string, unknown>>;
}

/** Makes a file of a table: a line of names, and a line for each row. */
export const fileOf = async (format: 'csv' | 'xlsx', table: Table): Promise<Buffer> =>
  format === 'csv' ? csvOf(table) : xlsxOf(table);

/** The cells of a row; numbers stay numbers, and no text is one that a spreadsheet would run. */
const cellsOf = ({ columns }: Table, row: Record<string, unknown>): unknown[] =>
  columns.map(({ name, type }) => {
    const value = row[name] ?? '';
    if (typeof value === 'number' || type === 'decimal') return value;
    return guard(typeof value === 'string' ? value : JSON.stringify(value));
  });

const linesOf = (table: Table): unknown[][] => [
  table.columns.map(({ name }) => guard(name)),
  ...table.rows.map((row) => cellsOf(table, row)),
];

const csvOf = (table: Table): Buffer => Buffer.from(stringify(linesOf(table)));

async function xlsxOf(table: Table): Promise<Buffer> {
  const decimals = table.columns.flatMap(({ type }, at) => (type === 'decimal' ? [at] : []));
  const writer = exportWriter('xlsx', decimals);
  const rows = await writer.write(
    linesOf(table)
      .map((cells) => JSON.stringify(cells))
      .join('\n'),
  );
  return Buffer.concat([rows, await writer.end()]);
}
