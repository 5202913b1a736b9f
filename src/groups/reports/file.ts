import { stringify } from 'csv-stringify/sync';
import { exportWriter, guard } from '../data/index.ts';
import type { ReportAnswer } from './answer.ts';

/** Makes a file of an answer: a line of names, and a line for each row. */
export const fileOf = async (format: 'csv' | 'xlsx', answer: ReportAnswer): Promise<Buffer> =>
  format === 'csv' ? csvOf(answer) : xlsxOf(answer);

/** The cells of a row; numbers stay numbers, and no text is one that a spreadsheet would run. */
const cellsOf = ({ columns }: ReportAnswer, row: Record<string, unknown>): unknown[] =>
  columns.map(({ name }) => {
    const value = row[name] ?? '';
    if (typeof value === 'number') return value;
    return guard(typeof value === 'string' ? value : JSON.stringify(value));
  });

const linesOf = (answer: ReportAnswer): unknown[][] => [
  answer.columns.map(({ name }) => guard(name)),
  ...answer.rows.map((row) => cellsOf(answer, row)),
];

const csvOf = (answer: ReportAnswer): Buffer => Buffer.from(stringify(linesOf(answer)));

async function xlsxOf(answer: ReportAnswer): Promise<Buffer> {
  const writer = exportWriter('xlsx');
  const rows = await writer.write(
    linesOf(answer)
      .map((cells) => JSON.stringify(cells))
      .join('\n'),
  );
  return Buffer.concat([rows, await writer.end()]);
}
