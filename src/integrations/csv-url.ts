import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { dateReader } from '../groups/data/date-format.ts';
import { encodingOf, encodings } from '../groups/data/decode-text.ts';
import { beginningOf, checkSingle, delimiterIn } from '../groups/data/import-delimiter.ts';
import { OutboundError } from '../outbound/safe-fetch.ts';
import { authHeaders, authSecrets, httpAuth, httpUrl, requireGood } from './http-auth.ts';
import type { Provider } from './provider.ts';

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
  secrets: authSecrets,
  bound: ['url', 'auth'],
  directions: () => ['inbound'],
  async check({ url, auth }, outbound) {
    await outbound.requireTarget(url, 'config_json.url');
    if (auth?.type === 'oauth2')
      await outbound.requireTarget(auth.token_url, 'config_json.auth.token_url');
  },
  async *pull(config, context, cursor) {
    const { url, auth, decimal, date_format } = config;
    const headers = await authHeaders(auth, context);
    const { status, body } = await context.outbound.fetch(url, { headers, maxBytes, timeoutMs });
    requireGood(status, url);
    const from = Number(cursor.row ?? 0);
    const written = { decimal, date_format };
    let row = 0;
    let records: unknown[] = [];
    try {
      for await (const record of rowsOf(body, config)) {
        if (row++ < from) continue;
        records.push(record);
        if (records.length < pageSize) continue;
        yield { records, areTexts: true, written, next: { row } };
        records = [];
      }
    } catch (error) {
      throw explain(error as Error, row);
    }
    yield { records, areTexts: true, written, next: {} };
  },
};

/** Says in the words of a sync why a file cannot be read. */
function explain(error: Error & { code?: string }, row: number): Error {
  if (error instanceof ApiError)
    return new OutboundError(`The file cannot be read: ${error.message}`, { cause: error });
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new OutboundError(
      'The file is not in the encoding that it has by config_json.encoding (default UTF-8).',
      {
        cause: error,
      },
    );
  if (!error.code?.startsWith('CSV_')) return error;
  return new OutboundError(`The file is not valid CSV after row ${row}.`, { cause: error });
}

const sliceLength = 65_536;
/** Enough of a file to see how its cells are separated. */
const beginningLength = 1_000_000;

/** The rows as texts by column; in slices, so that others get their turn. Those of nothing but delimiters are not rows. */
function rowsOf(body: Buffer, given: z.infer<typeof config>): AsyncIterable<unknown> {
  const known = given.encoding === 'auto' ? undefined : given.encoding;
  const encoding = known ?? encodingOf(body) ?? 'utf-8';
  const first = new TextDecoder(encoding).decode(body.subarray(0, beginningLength));
  const { start, delimiter: said } = beginningOf(first, 0);
  const delimiter = given.delimiter ?? said ?? delimiterIn(first.slice(start));
  function* slices() {
    const decoder = new TextDecoder(encoding, { fatal: true });
    let rest = start;
    for (let at = 0; at < body.length; at += sliceLength) {
      const text = decoder.decode(body.subarray(at, at + sliceLength), { stream: true });
      yield text.slice(rest);
      rest = Math.max(0, rest - text.length);
    }
    yield decoder.decode();
  }
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    columns: (names: string[]) => {
      const columns = names.map((name) => name.trim());
      if (columns.length === 1) checkSingle(columns[0] as string, false, delimiter);
      return columns;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRecordLength,
    cast: (cell) => cell.replaceAll('\0', '').toWellFormed(),
  });
  return Readable.from(slices()).compose(parser) as AsyncIterable<unknown>;
}
