import { stringify } from 'csv-stringify/sync';
import type { ExportHead, ExportShape } from './export-record.ts';
import { type Column, columnsOf, type ExportRow, recordsOf } from './export-record.ts';
import { XlsxWriter } from './export-xlsx.ts';
import { guard } from './formula-guard.ts';

export type ExportFormat = 'json' | 'csv' | 'ndjson' | 'xlsx';

/** Makes the bytes of a file out of rows that come page by page; holds no more than what it has not given out. */
export interface ExportWriter {
  write(rows: ExportRow[]): Buffer;
  /** What ends the file. */
  end(): Buffer;
}

type MakeWriter = (head: ExportHead, shape: ExportShape) => ExportWriter;

/** Each format: its media type and how it is written. */
export const exportFormats: Record<ExportFormat, { mediaType: string; writer: MakeWriter }> = {
  json: { mediaType: 'application/json', writer: jsonWriter },
  csv: { mediaType: 'text/csv; charset=utf-8', writer: csvWriter },
  ndjson: { mediaType: 'application/x-ndjson', writer: ndjsonWriter },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    writer: (head, shape) => new XlsxWriter(columnsOf(head, shape)),
  },
};

function jsonWriter(head: ExportHead, shape: ExportShape): ExportWriter {
  const record = recordsOf(head, shape);
  let isFirst = true;
  return {
    write(rows) {
      let text = '';
      for (const row of rows) {
        text += `${isFirst ? '[\n' : ',\n'}${JSON.stringify(record(row))}`;
        isFirst = false;
      }
      return Buffer.from(text);
    },
    end: () => Buffer.from(isFirst ? '[]\n' : '\n]\n'),
  };
}

function ndjsonWriter(head: ExportHead, shape: ExportShape): ExportWriter {
  const record = recordsOf(head, shape);
  return {
    write: (rows) => Buffer.from(rows.map((row) => `${JSON.stringify(record(row))}\n`).join('')),
    end: () => Buffer.alloc(0),
  };
}

const csvOptions = {
  // RFC 4180
  record_delimiter: '\r\n',
  // An empty text in quotes; nothing at all for a missing value.
  quoted_match: /^$/,
};

function csvWriter(head: ExportHead, shape: ExportShape): ExportWriter {
  const columns = columnsOf(head, shape);
  let header = stringify([columns.map(({ name }) => guard(name))], csvOptions);
  return {
    write(rows) {
      const cells = rows.map((row) => columns.map((column) => csvCell(column, row)));
      const text = header + stringify(cells, csvOptions);
      header = '';
      return Buffer.from(text);
    },
    end: () => Buffer.from(header),
  };
}

/** A text, safe to open in a spreadsheet; numbers stay numbers, whatever their sign; JSON for everything nested. */
function csvCell({ value, dataType }: Column, row: ExportRow): string | null {
  const cell = value(row);
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  return guard(typeof cell === 'string' && dataType !== 'json' ? cell : JSON.stringify(cell));
}
