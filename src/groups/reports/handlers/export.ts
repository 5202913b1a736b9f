import { create as attachment } from 'content-disposition';
import { stringify } from 'csv-stringify/sync';
import type { HandlerCall } from '../../../http/handler.ts';
import { type ExportFormat, exportFormats, exportWriter, guard } from '../../data/index.ts';
import { type Answered, answered, type ReportAnswer } from './answer.ts';

type Format = Exclude<ExportFormat, 'ndjson'>;

/** GET /v1/saved-reports/:report_id/export */
export async function exportReport(
  call: HandlerCall<{ report_id: string; format: Format }>,
): Promise<string | undefined> {
  const { args, ask, req, res, ctx } = call;
  const { report_id, format } = args;
  const { name, answer: asked } = await ask<{ name: string; answer: Answered }>(
    'saved_report_export',
    { report_id },
  );
  const answer = await answered(call as never, asked);
  if (format === 'json') return JSON.stringify(answer);
  const file = format === 'csv' ? csvOf(answer) : xlsxOf(answer);
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': exportFormats[format],
    'Content-Length': file.length,
    'Content-Disposition': attachment(`${name}.${format}`),
    'Cache-Control': 'private, no-store',
  });
  res.end(req.method === 'HEAD' ? undefined : file);
  return undefined;
}

/** The cells of a row; numbers stay numbers, and no text is one that a spreadsheet would run. */
const cellsOf = ({ columns }: ReportAnswer, row: Record<string, unknown>): unknown[] =>
  columns.map(({ name }) => {
    const value = row[name] ?? '';
    if (typeof value === 'number') return value;
    return guard(typeof value === 'string' ? value : JSON.stringify(value));
  });

const namesOf = ({ columns }: ReportAnswer): string[] => columns.map(({ name }) => guard(name));

const csvOf = (answer: ReportAnswer): Buffer =>
  Buffer.from(stringify([namesOf(answer), ...answer.rows.map((row) => cellsOf(answer, row))]));

function xlsxOf(answer: ReportAnswer): Buffer {
  const writer = exportWriter('xlsx');
  const lines = [namesOf(answer), ...answer.rows.map((row) => cellsOf(answer, row))];
  const rows = writer.write(lines.map((cells) => JSON.stringify(cells)).join('\n'));
  return Buffer.concat([rows, writer.end()]);
}
