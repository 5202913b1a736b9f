import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as attachment } from 'content-disposition';
import type { HandlerCall } from '../../../operations/handler.ts';
import { exportWriter } from '../../../tools/tables/export-writer.ts';
import { reportFormats } from '../report-formats.ts';

/** The lines of a part of the file; about half a megabyte. */
const partLines = 2000;

const columns = [
  ...['account_id', 'code', 'name', 'entry_id', 'number', 'date', 'sequence', 'description'],
  ...['memo', 'line_no', 'currency', 'debit', 'credit', 'base_debit', 'base_credit', 'balance'],
  'source',
];
const decimals = [11, 12, 13, 14, 15];

/** The answer of api.accounting_report_lines. */
interface Part {
  days: [from: string, to: string];
  /** The moment that all parts are of. */
  mark: object;
  /** Where the next part begins; null with the last. */
  after: unknown;
  lines: string;
}

interface Question {
  format: 'csv' | 'xlsx';
  from?: string | undefined;
  to?: string | undefined;
  account_id?: string | undefined;
  dimension?: string | undefined;
}
type LedgerCall = HandlerCall<Question>;

/**
 * GET /v1/accounting/reports/general-ledger as a file: read in short calls at the pace of the client, so nothing is held
 * while it is slow, and never more than a part is in memory.
 */
export async function sendLedger(call: LedgerCall): Promise<undefined> {
  const { args, req, res, ctx } = call;
  const { format } = args;
  const first = await readPart(call, {});
  const [from, to] = first.days;
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': reportFormats[format],
    'Content-Disposition': attachment(`general-ledger-${from}-${to}.${format}`),
    'Cache-Control': 'private, no-store',
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  try {
    await pipeline(Readable.from(bytesOf(call, format, first)), res);
  } catch {
    // The client went away, or an account was changed meanwhile: what was begun cannot be finished.
    res.destroy();
  }
}

const readPart = ({ args, ask }: LedgerCall, place: object): Promise<Part> => {
  const { format, from, to, account_id, dimension } = args;
  const question = { format, from, to, account_id, dimension, limit: partLines };
  return ask<Part>('accounting_report_lines', { ...question, ...place });
};

async function* bytesOf(
  call: LedgerCall,
  format: 'csv' | 'xlsx',
  first: Part,
): AsyncGenerator<Buffer> {
  const writer = exportWriter(format, decimals);
  yield await writer.write(`${format === 'csv' ? columns.join(',') : JSON.stringify(columns)}\n`);
  const { mark, days } = first;
  // Today may be another day by now.
  const [from, to] = days;
  for (let part = first; ; ) {
    if (part.lines) yield await writer.write(part.lines);
    if (part.after === null) break;
    part = await readPart(call, { from, to, mark, after: part.after });
  }
  yield await writer.end();
}
