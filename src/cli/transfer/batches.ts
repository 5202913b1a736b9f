import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { decodeText } from '../../groups/data/decode-text.ts';
import { maxRows } from '../../groups/data/limits.ts';
import { mayHoldUnkeepable } from '../../http/json-values.ts';
import { CallError } from '../api-client.ts';
import { readExactly } from '../sql/exact-json.ts';

/** Some rows of a file, as a file of their own. */
export interface Batch {
  /** csv, or ndjson for both kinds of JSON. */
  format: 'csv' | 'ndjson';
  text: string;
  rows: number;
  /** How much of the file was read, header and all. */
  bytes: number;
}

/** Below the 25 MB of an upload, whatever the form adds. */
const maxBatchLength = 8_000_000;

/** A row of the file as text, and how far the reader was when it came. */
interface Line {
  text: string;
  bytes: number;
}

/**
 * Cuts a file into parts that one import takes each: 10,000 rows, 8 million characters.
 * @param skipped rows at the beginning that are left out
 * @throws CallError for a file that cannot be read
 */
export async function* batchesOf(
  file: string,
  format: 'csv' | 'json' | 'ndjson',
  delimiter: string,
  skipped = 0,
): AsyncGenerator<Batch> {
  const isCsv = format === 'csv';
  const lines = isCsv ? csvLines(file, delimiter) : jsonLines(file, format);
  const kind = isCsv ? 'csv' : 'ndjson';
  let header = '';
  let batch = empty(kind, header);
  let seen = isCsv ? -1 : 0;
  for await (const { text, bytes } of lines) {
    seen += 1;
    if (isCsv && seen === 0) {
      header = text;
      batch = empty(kind, header);
      continue;
    }
    if (seen <= skipped) continue;
    if (
      batch.rows === maxRows ||
      (batch.rows > 0 && batch.text.length + text.length > maxBatchLength)
    ) {
      yield batch;
      batch = empty(kind, header);
    }
    batch.text += text;
    batch.rows += 1;
    batch.bytes = bytes;
  }
  if (batch.rows > 0) yield batch;
}

const empty = (format: 'csv' | 'ndjson', header: string): Batch => ({
  format,
  text: header,
  rows: 0,
  bytes: 0,
});

/** The records of a CSV file, the header first, each written again. */
async function* csvLines(file: string, delimiter: string): AsyncGenerator<Line> {
  const chunks = await textOf(file);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    cast: (cell, { quoting }) => (cell === '' && !quoting ? null : cell),
    info: true,
  });
  const records = Readable.from(chunks).compose(parser) as AsyncIterable<{
    record: unknown[];
    info: { bytes: number };
  }>;
  try {
    for await (const { record, info } of records)
      yield { text: stringify([record], { delimiter, quoted_match: /^$/ }), bytes: info.bytes };
  } catch (error) {
    throw new CallError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** The lines of an NDJSON file, or the items of a JSON array as such lines. */
async function* jsonLines(file: string, format: 'json' | 'ndjson'): AsyncGenerator<Line> {
  if (format === 'json') {
    const bytes = await readFile(file);
    const items = parseArray(file, decodeText(bytes));
    for (const [n, item] of items.entries())
      yield {
        text: `${JSON.stringify(item)}\n`,
        bytes: Math.ceil(((n + 1) / items.length) * bytes.length),
      };
    return;
  }
  let rest = '';
  let bytes = 0;
  for await (const chunk of await textOf(file)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      bytes += Buffer.byteLength(line) + 1;
      if (line.trim() !== '') yield { text: `${line}\n`, bytes };
    }
  }
  if (rest.trim() !== '') yield { text: `${rest}\n`, bytes: bytes + Buffer.byteLength(rest) };
}

function parseArray(file: string, text: string): unknown[] {
  let items: unknown;
  try {
    // Slower by far: only where a number may lose digits, which the server has to see.
    items = mayHoldUnkeepable(text) ? readExactly(text) : JSON.parse(text);
  } catch (error) {
    throw new CallError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
  if (Array.isArray(items)) return items;
  throw new CallError(`${file} must hold a JSON array of objects.`);
}

/** The text of a file, chunk by chunk: UTF-8, or UTF-16 by its mark. */
async function textOf(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  const mark = buffer.readUInt16BE(0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return decoded(file, encoding);
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw new CallError(`${file} is not text in UTF-8. Save it in UTF-8.`, { cause: error });
  }
}
