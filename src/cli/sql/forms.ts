import { stringify } from 'csv-stringify/sync';
import { printJson, table } from '../report.ts';
import type { Answer } from './ask.ts';

export type Form = 'table' | 'json' | 'csv';

/** Prints the rows of an answer on standard output, and on the other one whether there are more. */
export function write(form: Form, { columns, rows, truncated }: Answer): void {
  const cells = () => rows.map((row) => columns.map((column) => cell(row[column])));
  if (form === 'json') printJson(rows);
  else if (form === 'csv') process.stdout.write(stringify([columns, ...cells()]));
  else {
    if (columns.length > 0) console.log(table(columns.map(visible), cells().map(plainLine)));
    console.log(rows.length === 1 ? '(1 row)' : `(${rows.length} rows)`);
  }
  if (truncated)
    console.error(
      'insula: There are more rows: narrow the statement, or page with limit and offset.',
    );
}

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

const plainLine = (cells: string[]): string[] => cells.map(visible);

/** A text on one line; what would steer a terminal (C0, C1) is shown as its number instead. */
const visible = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[\u0000-\u001f\u007f-\u009f]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
