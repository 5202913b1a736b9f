import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { ApiError } from '../../errors.ts';
import { type DateReader, dateReader } from './date-format.ts';
import { decodeText } from './decode-text.ts';
import { rowsOfCsv } from './import-csv.ts';
import { rowsOfJson, rowsOfNdjson, rowsOfValues } from './import-json.ts';
import { mapColumns, readMapping } from './import-mapping.ts';
import { missingProperties } from './import-missing.ts';
import { type RowError, type Rows, refuseRows } from './import-rows.ts';
import { type Property, readValues } from './import-values.ts';
import { maxErrors } from './limits.ts';

export type ImportFormat = 'json' | 'csv' | 'ndjson';

/** The body of POST /v1/data/import, or the fields of its form, as the route's schema leaves them. */
export interface ImportRequest {
  object_type_id: string;
  format?: ImportFormat | undefined;
  rows?: unknown[] | undefined;
  data?: string | undefined;
  /** A stored file: the caller puts its bytes into `file`. */
  file_id?: string | undefined;
  file?: { filename: string; content: Buffer } | undefined;
  mapping?: Record<string, unknown> | undefined;
  mode: 'insert' | 'upsert' | 'update';
  match_on?: string | string[] | undefined;
  on_error: 'abort' | 'skip';
  dry_run?: boolean | undefined;
  create_missing_properties?: boolean | undefined;
  date_format?: string | undefined;
  delimiter?: string | undefined;
}

/** What api.data_import is called with, as `made` beside the request. */
export interface ImportArgs {
  format: ImportFormat;
  rows: object[];
  numbers: number[];
  /** Rows that never were any. */
  rejected: { count: number; errors: RowError[] };
  missing: Property[];
}

/** What src/computing takes to read an import. */
export interface ImportJob {
  request: ImportRequest;
  properties: Property[];
}

/** An import that was read: its arguments as JSON, which may be tens of megabytes. */
export interface ImportText {
  format: ImportFormat;
  /** The hash of what was sent. */
  source: string;
  made: string;
}

/** Reads an import, where it keeps nothing else waiting. @throws as readImport */
export async function importText(
  request: ImportRequest,
  properties: Property[],
): Promise<ImportText> {
  // What has come from another process is bytes, and no Buffer.
  const content = request.file && Buffer.from(request.file.content);
  const file = request.file && content && { ...request.file, content };
  const { format, ...made } = await readImport({ ...request, file }, properties);
  const source = createHash('sha256')
    .update(content ?? request.data ?? JSON.stringify(request.rows))
    .digest('hex');
  return { format, source, made: JSON.stringify(made) };
}

/**
 * Reads the rows of an import (see checkRequest) and brings them into the form of the object type's properties.
 * @throws 400 for what cannot be read; with on_error abort also for a row that cannot
 */
export async function readImport(
  request: ImportRequest,
  properties: Property[],
): Promise<ImportArgs> {
  const format = formatOf(request);
  const read = await readRows(request, format);
  const readDate = readerOf(request.date_format);
  const keepsId = [request.match_on].flat().includes('id');
  await nextRound();
  const rows = mapColumns(read, readMapping(request.mapping ?? {}), keepsId);
  await nextRound();
  const missing = request.create_missing_properties
    ? missingProperties(
        rows,
        keepsId ? [...properties, { name: 'id', data_type: 'string' }] : properties,
        read.areTexts,
      )
    : [];
  const faults = new Map<number, RowError>();
  await readValues(
    rows,
    [...properties, ...missing],
    read.areTexts,
    readDate,
    (index, name, { code, message }) => {
      const row = read.numbers[index] as number;
      faults.set(index, { row, property: name, code, message });
    },
  );
  const errors = [...read.errors, ...faults.values()].sort((a, b) => a.row - b.row);
  if (errors.length > 0 && request.on_error === 'abort') refuseRows(errors);
  const isGood = (_: unknown, index: number) => !faults.has(index);
  return {
    format,
    rows: rows.filter(isGood),
    numbers: read.numbers.filter(isGood),
    rejected: { count: errors.length, errors: errors.slice(0, maxErrors) },
    missing,
  };
}

/** @throws 400 unless it has one source, and what its mode needs */
export function checkRequest({ rows, data, file, file_id, mode, match_on }: ImportRequest): void {
  const given = [rows, data, file, file_id].filter((source) => source !== undefined).length;
  if (given !== 1) {
    throw ApiError.invalid(
      'data',
      given === 0 ? 'required' : 'ambiguous',
      'must be given, or rows, or file_id, or a form with one file; exactly one of them',
    );
  }
  if (mode !== 'insert' && match_on === undefined) {
    throw ApiError.invalid(
      'match_on',
      'required',
      `is required for mode ${mode}: name the property that matches rows to their objects`,
    );
  }
}

const extensions: Record<string, ImportFormat> = {
  ...{ '.csv': 'csv', '.tsv': 'csv', '.txt': 'csv' },
  ...{ '.json': 'json', '.ndjson': 'ndjson', '.jsonl': 'ndjson' },
};

function formatOf({ format, rows, file }: ImportRequest): ImportFormat {
  const found = format ?? (rows ? 'json' : extensions[extname(file?.filename ?? '').toLowerCase()]);
  if (found) return found;
  throw ApiError.invalid('format', 'required', 'is required: csv, json or ndjson');
}

function readerOf(format: string | undefined): DateReader | undefined {
  if (format === undefined) return undefined;
  const reader = dateReader(format);
  if (reader) return reader;
  throw ApiError.invalid(
    'date_format',
    'invalid_format',
    'must contain YYYY, MM and DD once each (and HH, mm, ss), such as DD.MM.YYYY or MM/DD/YYYY HH:mm',
  );
}

async function readRows(request: ImportRequest, format: ImportFormat): Promise<Rows> {
  if (request.rows) return rowsOfValues(request.rows);
  const bytes = request.file?.content ?? Buffer.from(request.data ?? '');
  const text = decodeText(bytes);
  switch (format) {
    case 'csv':
      return rowsOfCsv(text, delimiterOf(request));
    case 'json':
      return rowsOfJson(text);
    case 'ndjson':
      return rowsOfNdjson(text);
  }
}

function delimiterOf({ delimiter, file }: ImportRequest): string {
  if (delimiter === undefined) return file?.filename.toLowerCase().endsWith('.tsv') ? '\t' : ',';
  if (delimiter === 'tab' || delimiter === '\\t') return '\t';
  if (/^[^"\r\n\ufeff]$/u.test(delimiter)) return delimiter;
  throw ApiError.invalid('delimiter', 'invalid', 'must be one character, such as , or ; or tab');
}
