import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { ApiError } from '../../ground/errors.ts';
import { decodeText, type Encoding, type KnownEncoding } from '../../tools/tables/decode-text.ts';
import { foundConventions, type SaidConventions, saidConventions } from './import-conventions.ts';
import { rowsOfCsv } from './import-csv.ts';
import { type ErrorCount, ErrorTally } from './import-errors.ts';
import { rowsOfJson, rowsOfNdjson, rowsOfValues } from './import-json.ts';
import { type Mapping, mapColumns, readMapping } from './import-mapping.ts';
import { missingProperties } from './import-missing.ts';
import type { Row, RowError, Rows } from './import-rows.ts';
import { type Property, readValues } from './import-values.ts';

export type ImportFormat = 'json' | 'csv' | 'ndjson';

/** The body of POST /v1/data/import, or the fields of its form, as the route's schema leaves them. */
export interface ImportRequest extends SaidConventions {
  object_type_id: string;
  format?: ImportFormat | undefined;
  rows?: unknown[] | undefined;
  /** The rows of a large body, as JSON. */
  rowsText?: string | undefined;
  data?: string | undefined;
  /** A stored file: the caller puts its bytes into `file`. */
  file_id?: string | undefined;
  file?: { filename: string; content: Buffer } | undefined;
  mapping?: Record<string, unknown> | undefined;
  mode: 'insert' | 'upsert' | 'update';
  match_on?: string | string[] | undefined;
  on_error: 'abort' | 'skip' | 'skip_cell';
  dry_run?: boolean | undefined;
  create_missing_properties?: boolean | undefined;
  delimiter?: string | undefined;
  encoding?: Encoding | undefined;
  default_currency?: string | undefined;
  null_values?: string[] | undefined;
  skip_rows?: number | undefined;
}

/** The input of api.data_import, as `made` next to the request. */
export interface ImportArgs {
  format: ImportFormat;
  rows: object[];
  numbers: number[];
  /** Rows that never were any, and cells that were left out of others. */
  rejected: { count: number; cells: number; errors: RowError[]; counts: ErrorCount[] };
  missing: Property[];
  /** The format of the file, as detected or given. */
  detected: {
    encoding?: KnownEncoding;
    delimiter?: string;
    decimal?: string;
    date_format?: string;
  };
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
  // Data from another process is bytes, but not a Buffer.
  const content = request.file && Buffer.from(request.file.content);
  const file = request.file && content && { ...request.file, content };
  const { rowsText } = request;
  const rows = rowsText === undefined ? request.rows : JSON.parse(rowsText);
  const { format, ...made } = await readImport({ ...request, rows, file }, properties);
  const source = createHash('sha256')
    .update(content ?? request.data ?? rowsText ?? JSON.stringify(rows))
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
  const said = saidConventions(request);
  const mapping = readMapping(request.mapping ?? {});
  const { encoding, delimiter, ...read } = await readRows(request, format, mapping);
  const keepsId = [request.match_on].flat().includes('id');
  await nextRound();
  const rows = mapColumns(read, mapping, keepsId);
  await nextRound();
  const missing = request.create_missing_properties
    ? missingProperties(
        rows,
        keepsId ? [...properties, { name: 'id', data_type: 'string' }] : properties,
        { areTexts: read.areTexts, texts: mappedNames(read.texts, mapping) },
        said,
      )
    : [];
  await nextRound();
  const found = read.areTexts ? foundConventions(rows, properties, said, delimiter ?? ',') : said;
  const all = [...properties, ...missing];
  const tally = new ErrorTally();
  for (const error of read.errors) tally.add(error);
  const faults = new FaultList(tally, all, request.on_error === 'skip_cell');
  await readValues(
    rows,
    all,
    read.areTexts,
    { ...found, currency: request.default_currency },
    (index, property, code, message) => {
      const row = read.numbers[index] as number;
      faults.add(rows, index, property, { row, property, code, message });
    },
  );
  if (request.on_error === 'abort') tally.refuse();
  const isGood = (_: unknown, index: number) => !faults.rows.has(index);
  return {
    format,
    rows: rows.filter(isGood),
    numbers: read.numbers.filter(isGood),
    rejected: {
      ...{ count: read.errors.length + faults.rows.size, cells: faults.cells },
      ...{ errors: tally.errors, counts: tally.counts },
    },
    missing,
    detected: {
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
      ...(read.areTexts && { decimal: found.decimal }),
      ...(found.dateFormat !== undefined && { date_format: found.dateFormat }),
    },
  };
}

/** The cells of a file that cannot be kept: each costs its row, or is left out of it. */
class FaultList {
  /** The indexes of rows that are bad. */
  readonly rows = new Set<number>();
  cells = 0;
  private readonly tally: ErrorTally;
  private readonly required: Set<string>;
  private readonly leavesOut: boolean;

  constructor(tally: ErrorTally, properties: Property[], leavesOut: boolean) {
    this.tally = tally;
    this.leavesOut = leavesOut;
    this.required = new Set(properties.filter((one) => one.is_required).map(({ name }) => name));
  }

  add(rows: Row[], index: number, name: string, error: RowError): void {
    this.tally.add(error);
    if (this.leavesOut && !this.required.has(name)) {
      this.cells++;
      delete rows[index]?.[name];
    } else this.rows.add(index);
  }
}

const mappedNames = (columns: Iterable<string> = [], mapping: Mapping): Set<string> =>
  new Set([...columns].map((column) => mapping.get(column) ?? column));

/** @throws 400 unless it has one source, and what its mode needs */
export function checkRequest({
  rows,
  data,
  file,
  file_id,
  mode,
  match_on,
}: Omit<ImportRequest, 'rows'> & { rows?: unknown }): void {
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

type ReadRows = Rows & { encoding?: KnownEncoding; delimiter?: string };

async function readRows(
  request: ImportRequest,
  format: ImportFormat,
  mapping: Mapping,
): Promise<ReadRows> {
  if (request.rows) return rowsOfValues(request.rows);
  const { file, data = '' } = request;
  const { text, encoding } = file
    ? decodeText(file.content, request.encoding)
    : { text: data.replace(/^\ufeff/, ''), encoding: 'utf-8' as const };
  switch (format) {
    case 'csv':
      return {
        ...(await rowsOfCsv(text, {
          delimiter: delimiterOf(request),
          skipRows: request.skip_rows,
          nullValues: request.null_values,
          isMapped: (column) => mapping.has(column),
        })),
        encoding,
      };
    case 'json':
      return { ...rowsOfJson(text), encoding };
    case 'ndjson':
      return { ...rowsOfNdjson(text), encoding };
  }
}

function delimiterOf({ delimiter, file }: ImportRequest): string | undefined {
  if (delimiter === undefined || delimiter === 'auto')
    return file?.filename.toLowerCase().endsWith('.tsv') ? '\t' : undefined;
  if (delimiter === 'tab' || delimiter === '\\t') return '\t';
  if (/^[^"\r\n\ufeff]$/u.test(delimiter)) return delimiter;
  throw ApiError.invalid('delimiter', 'invalid', 'must be one character, such as , or ; or tab');
}
