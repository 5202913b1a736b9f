import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { integrationSecrets } from '../../../credentials/places.ts';
import { ApiError } from '../../../ground/errors.ts';
import { nfc } from '../../../ground/shapes/canonical.ts';
import { OutboundError } from '../../../outbound/safe-fetch.ts';
import { dateReader } from '../../../tools/tables/date-format.ts';
import { encodingOf, encodings } from '../../../tools/tables/decode-text.ts';
import { beginningOf, checkSingle, delimiterIn } from '../../../tools/tables/import-delimiter.ts';
import { maxColumns } from '../../../tools/tables/limits.ts';
import { authHeaders, httpAuth, httpUrl } from './http-auth.ts';
import type { Provider, RecordFault } from './provider.ts';
import { brokenBytes, fetchPatiently, requireGood, textOf } from './read.ts';

const maxBytes = 25 * 1024 * 1024;
const timeoutMs = 60_000;
const pageSize = 2000;
const maxRecordLength = 1024 * 1024;

const config = z.object({
  url: httpUrl,
  delimiter: z
    .enum([',', ';', '|', '\t'])
    .optional()
    .meta({ description: 'Default: as the header has it' }),
  encoding: z
    .enum(encodings)
    .optional()
    .meta({ description: 'Default: UTF-8, or UTF-16 as the file shows' }),
  decimal: z.enum(['.', ',']).optional().meta({ description: 'Default: a point' }),
  date_format: z
    .string()
    .min(1)
    .max(50)
    .refine((format) => dateReader(format) !== undefined, 'must be a format such as DD.MM.YYYY')
    .optional()
    .meta({ description: 'Of dates that are not ISO 8601' }),
  auth: httpAuth.optional(),
});

/** A CSV file at an address, whose first row names the columns. */
export const csvUrl: Provider<z.infer<typeof config>> = {
  name: 'csv_url',
  description: 'A CSV file of up to 25 MB at an address',
  config,
  ...integrationSecrets.csv_url,
  directions: () => ['inbound'],
  async check({ url, auth }, outbound) {
    await outbound.requireTarget(url, 'config_json.url');
    if (auth?.type === 'oauth2')
      await outbound.requireTarget(auth.token_url, 'config_json.auth.token_url');
  },
  async *pull(config, context, cursor) {
    const { url, auth, encoding, decimal, date_format } = config;
    const headers = await authHeaders(auth, context);
    const answer = await fetchPatiently(context, url, { headers, maxBytes, timeoutMs });
    requireGood(answer.status, url);
    const said = encoding === 'auto' ? undefined : encoding;
    const text = textOf(answer, new URL(url).host, said ?? encodingOf(answer.body));
    const from = Number(cursor.row ?? 0);
    const written = { decimal, date_format };
    let row = 0;
    let records: unknown[] = [];
    let faults = new Map<number, RecordFault>();
    try {
      for await (const { record, fault } of rowsOf(text, config.delimiter)) {
        if (row++ < from) continue;
        if (fault) faults.set(records.length, fault);
        records.push(record);
        if (records.length < pageSize) continue;
        yield { records, faults, areTexts: true, written, next: { row } };
        records = [];
        faults = new Map();
      }
    } catch (error) {
      const why = explain(error as Error, row);
      if (why === error) throw error;
      yield { records, faults, areTexts: true, written, next: {} };
      throw why;
    }
    yield { records, faults, areTexts: true, written, next: {} };
  },
};

/** Says in the words of a sync why a file cannot be read. */
function explain(error: Error & { code?: string }, row: number): Error {
  if (error instanceof ApiError)
    return new OutboundError(`The file cannot be read: ${error.message}`, { cause: error });
  if (!error.code?.startsWith('CSV_')) return error;
  return new OutboundError(`The file is not valid CSV after row ${row}.`, { cause: error });
}

const sliceLength = 65_536;
/** Enough of a file to see how its cells are separated. */
const beginningLength = 1_000_000;

/** The rows as texts by column, and why some cannot be kept; in slices, so that others get their turn. */
async function* rowsOf(
  text: string,
  given: string | undefined,
): AsyncGenerator<{ record: Record<string, string>; fault: RecordFault | undefined }> {
  const first = text.slice(0, beginningLength);
  const { start, delimiter: said } = beginningOf(first, 0);
  const delimiter = given ?? said ?? delimiterIn(first.slice(start));
  function* slices() {
    for (let at = start; at < text.length; at += sliceLength)
      yield text.slice(at, at + sliceLength);
  }
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRecordLength,
    cast: (cell) => nfc(cell),
  });
  const lines = Readable.from(slices()).compose(parser) as AsyncIterable<string[]>;
  let columns: string[] | undefined;
  for await (const cells of lines) {
    if (!columns) {
      // Each row costs as many steps as there are columns.
      if (cells.length > maxColumns)
        throw new OutboundError(
          `The file has ${cells.length} columns; at most ${maxColumns} are allowed.`,
        );
      columns = cells.map((name) => name.trim());
      if (columns.length === 1) checkSingle(columns[0] as string, false, delimiter);
      continue;
    }
    const record: Record<string, string> = Object.create(null);
    for (const [index, name] of columns.entries())
      if (cells[index] !== undefined) record[name] = cells[index];
    yield { record, fault: faultIn(columns, cells) };
  }
}

function faultIn(columns: string[], cells: string[]): RecordFault | undefined {
  if (cells.length > columns.length)
    return {
      property: null,
      code: 'column_count',
      message: `has ${cells.length} cells, the header has ${columns.length}. Check its quotes and delimiters`,
    };
  const at = (index: number, fault: Omit<RecordFault, 'property'>) => ({
    property: columns[index]?.slice(0, 100) ?? null,
    ...fault,
  });
  for (const [index, cell] of cells.entries()) {
    if (cell.includes('\ufffd')) return at(index, brokenBytes);
    if (cell.includes('\0'))
      return at(index, { code: 'nul', message: 'holds a NUL character, which cannot be stored' });
  }
  return undefined;
}
