import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { nfc } from '../http/canonical.ts';
import { OutboundError } from '../outbound/safe-fetch.ts';
import { authHeaders, authSecrets, httpAuth, httpUrl, requireGood } from './http-auth.ts';
import type { Provider } from './provider.ts';

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
    const { status, body } = await context.outbound.fetch(url, { headers, maxBytes, timeoutMs });
    requireGood(status, url);
    const from = Number(cursor.row ?? 0);
    let row = 0;
    let records: unknown[] = [];
    try {
      for await (const record of rowsOf(body, delimiter)) {
        if (row++ < from) continue;
        records.push(record);
        if (records.length < pageSize) continue;
        yield { records, areTexts: true, next: { row } };
        records = [];
      }
    } catch (error) {
      if (!(error as { code?: string }).code?.startsWith('CSV_')) throw error;
      throw new OutboundError(`The file is not valid CSV after row ${row}.`, { cause: error });
    }
    yield { records, areTexts: true, next: {} };
  },
};

const sliceLength = 65_536;

/** The rows as texts by column; in slices, so that others get their turn. */
function rowsOf(body: Buffer, delimiter: string): AsyncIterable<unknown> {
  function* slices() {
    for (let at = 0; at < body.length; at += sliceLength) yield body.subarray(at, at + sliceLength);
  }
  const parser = parse({
    delimiter,
    bom: true,
    columns: (names: string[]) => names.map((name) => name.trim()),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    cast: (cell) => nfc(cell.replaceAll('\0', '').toWellFormed()),
  });
  return Readable.from(slices(), { objectMode: false }).compose(parser) as AsyncIterable<unknown>;
}
