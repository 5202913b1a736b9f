import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { ApiError } from '../../ground/errors.ts';
import { mayHoldUnkeepable } from '../../ground/shapes/json-values.ts';
import { decodeText, type Encoding, encodingOf } from '../../tools/tables/decode-text.ts';
import { beginningOf, delimiterIn } from '../../tools/tables/import-delimiter.ts';
import { maxRows } from '../../tools/tables/limits.ts';
import { CallError } from '../api-client.ts';
import { readExactly } from '../sql/exact-json.ts';

/** Some rows of a file, as a file of their own. */
export interface Batch {
  /** csv, or ndjson for both kinds of JSON. */
  format: 'csv' | 'ndjson';
  text: string;
  rows: number;
  /** Between its cells, for CSV. */
  delimiter: string;
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

/** How a file is written, and where it is begun. */
export interface FileForm {
  format: 'csv' | 'json' | 'ndjson';
  encoding?: Encoding | undefined;
  /** To be found when undefined. */
  delimiter?: string | undefined;
  /** Lines of CSV before the header. */
  linesBefore?: number | undefined;
  /** Rows that are left out, for an earlier run has imported them. */
  skipped?: number | undefined;
}

/**
 * Cuts a file into parts that one import takes each: 10,000 rows, 8 million characters.
 * @throws CallError for a file that cannot be read
 */
export async function* batchesOf(file: string, form: FileForm): AsyncGenerator<Batch> {
  const { format, encoding, skipped = 0 } = form;
  const csv = format === 'csv' ? await csvOf(file, form) : undefined;
  const lines = csv?.lines ?? jsonLines(file, format as 'json' | 'ndjson', encoding);
  const empty = (): Batch => ({
    ...{ format: csv ? 'csv' : 'ndjson', text: header, rows: 0, bytes: 0 },
    delimiter: csv?.delimiter ?? '',
  });
  let header = '';
  let batch = empty();
  let seen = csv ? -1 : 0;
  for await (const { text, bytes } of lines) {
    seen += 1;
    if (csv && seen === 0) {
      header = text;
      batch = empty();
      continue;
    }
    if (seen <= skipped) continue;
    if (
      batch.rows === maxRows ||
      (batch.rows > 0 && batch.text.length + text.length > maxBatchLength)
    ) {
      yield batch;
      batch = empty();
    }
    batch.text += text;
    batch.rows += 1;
    batch.bytes = bytes;
  }
  if (batch.rows > 0) yield batch;
}

/** Enough of a file to see how its cells are separated. */
const beginningLength = 1_000_000;

interface Csv {
  delimiter: string;
  lines: AsyncIterable<Line>;
}

/** A CSV file whose delimiter is known. */
async function csvOf(
  file: string,
  { encoding, delimiter, linesBefore = 0 }: FileForm,
): Promise<Csv> {
  const chunks = (await textOf(file, encoding))[Symbol.asyncIterator]();
  let text = '';
  while (text.length < beginningLength) {
    const { done, value } = await chunks.next();
    if (done) break;
    text += value;
  }
  const { start, delimiter: said } = beginningOf(text, linesBefore);
  const rest = text.slice(start);
  async function* all() {
    yield rest;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  const found = delimiter ?? said ?? foundIn(file, rest);
  return { delimiter: found, lines: csvLines(file, all(), found) };
}

/** @throws CallError where two are as good as each other */
function foundIn(file: string, text: string): string {
  if (file.toLowerCase().endsWith('.tsv')) return '\t';
  try {
    return delimiterIn(text);
  } catch (error) {
    throw new CallError(`${file}: ${(error as ApiError).message} Send it with --delimiter.`);
  }
}

/** The records of a CSV file, the header first, each written again; not those of nothing but delimiters. */
async function* csvLines(
  file: string,
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<Line> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
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
      if (record.some((cell) => cell !== null))
        yield { text: stringify([record], { delimiter, quoted_match: /^$/ }), bytes: info.bytes };
  } catch (error) {
    throw new CallError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** The lines of an NDJSON file, or the items of a JSON array as such lines. */
async function* jsonLines(
  file: string,
  format: 'json' | 'ndjson',
  encoding: Encoding | undefined,
): AsyncGenerator<Line> {
  if (format === 'json') {
    const bytes = await readFile(file);
    const items = parseArray(file, decodeText(bytes, encoding).text);
    for (const [n, item] of items.entries())
      yield {
        text: `${JSON.stringify(item)}\n`,
        bytes: Math.ceil(((n + 1) / items.length) * bytes.length),
      };
    return;
  }
  let rest = '';
  let bytes = 0;
  for await (const chunk of await textOf(file, encoding)) {
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

/** The text of a file, chunk by chunk: in UTF-8 or UTF-16, unless another encoding is given. */
async function textOf(file: string, said: Encoding = 'auto'): Promise<AsyncIterable<string>> {
  if (said !== 'auto') return decoded(file, said);
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
  await handle.close();
  return decoded(file, encodingOf(buffer.subarray(0, bytesRead)) ?? 'utf-8');
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw new CallError(
      `${file} is not text in ${encoding.toUpperCase()}. Save it in UTF-8, or say what it is in with --encoding, such as windows-1252.`,
      { cause: error },
    );
  }
}
