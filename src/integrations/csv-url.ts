import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { OutboundError } from '../outbound/safe-fetch.ts';
import { authHeaders, authSecrets, httpAuth, httpUrl } from './http-auth.ts';
import type { Provider, RecordFault } from './provider.ts';
import { brokenBytes, fetchPatiently, requireGood, textOf } from './read.ts';

const maxBytes = 25 * 1024 * 1024;
const timeoutMs = 60_000;
const pageSize = 2000;
const maxRecordLength = 1024 * 1024;

const config = z.object({
  url: httpUrl,
  delimiter: z.enum([',', ';', '|', '\t']).optional(),
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
  async *pull({ url, delimiter = ',', auth }, context, cursor) {
    const headers = await authHeaders(auth, context);
    const answer = await fetchPatiently(context, url, { headers, maxBytes, timeoutMs });
    requireGood(answer.status, url);
    const text = textOf(answer, new URL(url).host);
    const from = Number(cursor.row ?? 0);
    let row = 0;
    let records: unknown[] = [];
    let faults = new Map<number, RecordFault>();
    try {
      for await (const { record, fault } of rowsOf(text, delimiter)) {
        if (row++ < from) continue;
        if (fault) faults.set(records.length, fault);
        records.push(record);
        if (records.length < pageSize) continue;
        yield { records, faults, areTexts: true, next: { row } };
        records = [];
        faults = new Map();
      }
    } catch (error) {
      if (!(error as { code?: string }).code?.startsWith('CSV_')) throw error;
      yield { records, faults, areTexts: true, next: {} };
      throw new OutboundError(`The file is not valid CSV after row ${row}.`, { cause: error });
    }
    yield { records, faults, areTexts: true, next: {} };
  },
};

const sliceLength = 65_536;

/** The rows as texts by column, and why some cannot be kept; in slices, so that others get their turn. */
async function* rowsOf(
  text: string,
  delimiter: string,
): AsyncGenerator<{ record: Record<string, string>; fault: RecordFault | undefined }> {
  function* slices() {
    for (let at = 0; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength);
  }
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
  });
  const lines = Readable.from(slices()).compose(parser) as AsyncIterable<string[]>;
  let columns: string[] | undefined;
  for await (const cells of lines) {
    if (!columns) {
      columns = cells.map((name) => name.trim());
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
