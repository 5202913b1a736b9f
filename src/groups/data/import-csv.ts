import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { ApiError } from '../../ground/errors.ts';
import { nfc } from '../../ground/shapes/canonical.ts';
import { unguard } from '../../tools/tables/formula-guard.ts';
import { beginningOf, checkSingle, delimiterIn } from '../../tools/tables/import-delimiter.ts';
import { maxColumns, maxRecordLength } from '../../tools/tables/limits.ts';
import { type Row, RowCollector, type Rows } from './import-rows.ts';

/** A cell without anything in it, not even quotes. */
const missing = null;
type Cell = string | typeof missing;

const sliceLength = 65_536;

/** The format of a CSV file, as far as it was given. */
export interface CsvForm {
  /** To be found when undefined. */
  delimiter?: string | undefined;
  /** Lines before the header. */
  skipRows?: number | undefined;
  /** Cells that stand for nothing, besides empty ones. */
  nullValues?: string[] | undefined;
  /** Whether a column was named by the request, and so is not a mistake. */
  isMapped: (column: string) => boolean;
}

/**
 * The rows of a CSV file (RFC 4180) as texts by column; a cell with nothing in it is left out, one with empty quotes
 * is an empty text, and a record of nothing but delimiters is not a row. Read in slices, so that other requests get
 * their turn.
 * @throws 400 that names row and column: broken quotes, NUL, records and headers that are too large; a delimiter that
 *   cannot be right
 */
export async function rowsOfCsv(
  text: string,
  form: CsvForm,
): Promise<Rows & { delimiter: string }> {
  const rows = new RowCollector(true);
  const { start, delimiter: said } = beginningOf(text, form.skipRows ?? 0);
  const delimiter = form.delimiter ?? said ?? delimiterIn(text.slice(start));
  const isMissing = missingTest(form.nullValues);
  const quoted: boolean[] = [];
  let columns: string[] | undefined;
  const parser = parse({
    delimiter,
    // All three, whichever the first line has: files that were put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    cast: (cell, { quoting, index, records: before }) => {
      if (before === 0) quoted[index] = quoting;
      return isMissing(cell, quoting, before > 0) ? missing : nfc(cell);
    },
  });
  const records = Readable.from(slices(text, start)).compose(parser) as AsyncIterable<Cell[]>;
  const texts = new Set<string>();
  try {
    for await (const cells of records) {
      if (columns) addRecord(rows, columns, cells, texts);
      else {
        columns = header(cells);
        const [only] = columns;
        if (only !== undefined && columns.length === 1 && !form.isMapped(only))
          checkSingle(only, quoted[0] ?? false, delimiter);
      }
    }
  } catch (error) {
    throw explain(error as Error, linesIn(text.slice(0, start)));
  }
  if (!columns)
    throw ApiError.invalid('data', 'empty', 'is empty: the first row names the columns');
  return { ...rows.result, columns, texts, delimiter };
}

function missingTest(nullValues: string[] = []) {
  const nulls = new Set(nullValues);
  return (cell: string, isQuoted: boolean, isValue: boolean): boolean =>
    (cell === '' && !isQuoted) || (isValue && nulls.has(cell));
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

function* slices(text: string, start: number): Generator<string> {
  for (let at = start; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength);
}

function header(cells: Cell[]): string[] {
  if (cells.length > maxColumns) throw tooManyColumns(cells.length);
  const seen = new Set<string>();
  return cells.map((cell, index) => {
    const name = unguard(cell ?? '').trim();
    const fault =
      name === ''
        ? 'has no name'
        : seen.has(name)
          ? `has the name ${name.slice(0, 100)}, like an earlier one`
          : name.includes('\0')
            ? 'has a NUL character in its name'
            : undefined;
    if (fault) throw ApiError.invalid('data', 'invalid_header', `column ${index + 1} ${fault}`);
    seen.add(name);
    return name;
  });
}

/** @param texts takes the columns with a cell that an export marked as a text */
function addRecord(rows: RowCollector, columns: string[], cells: Cell[], texts: Set<string>): void {
  if (cells.every((cell) => cell === missing)) return;
  if (cells.length !== columns.length) {
    if (cells.length > maxColumns) throw tooManyColumns(cells.length);
    rows.reject(
      'column_count',
      `has ${cells.length} cells, the header has ${columns.length}. Check its quotes and delimiters`,
    );
    return;
  }
  const row: Row = Object.create(null);
  for (const [index, cell] of cells.entries()) {
    if (cell === missing) continue;
    const name = columns[index] as string;
    if (cell.includes('\0')) {
      throw ApiError.invalid(
        'data',
        'nul',
        `row ${rows.next}, column ${name} holds a NUL character. Is the file UTF-16? Save it in UTF-8`,
      );
    }
    const value = unguard(cell);
    if (value !== cell) texts.add(name);
    row[name] = value;
  }
  rows.add(row);
}

const tooManyColumns = (count: number) =>
  ApiError.invalid(
    'data',
    'too_many_columns',
    `has ${count} columns; at most ${maxColumns} are allowed`,
  );

const faults: Record<string, [code: string, message: string]> = {
  CSV_QUOTE_NOT_CLOSED: ['broken_quotes', 'opens a quote that is never closed'],
  CSV_INVALID_CLOSING_QUOTE: ['broken_quotes', 'has text after a closing quote'],
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: ['broken_quotes', 'has text after a closing quote'],
  INVALID_OPENING_QUOTE: ['broken_quotes', 'has a quote in the middle of an unquoted cell'],
  CSV_MAX_RECORD_SIZE: ['too_long', `is longer than ${maxRecordLength} characters`],
};

/** Translates an error of csv-parse into the words of this API. Of its records the header is the first. */
function explain(error: Error, linesBefore: number): Error {
  const { code, records, lines } = error as CsvError & { records: number; lines: number };
  const fault = faults[code ?? ''];
  if (!fault) return error;
  const where = records === 0 ? 'the header' : `row ${records} (line ${lines + linesBefore})`;
  return ApiError.invalid('data', fault[0], `${where} ${fault[1]}`);
}
