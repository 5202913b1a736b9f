import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Of a file in PostgreSQL's binary format; its length follows from the extension that it announces. */
const fixedHeaderBytes = 19;
const endOfRows = -1;

/** The fields of a row as PostgreSQL sent them; undefined for NULL. */
export type Fields = (Buffer | undefined)[];

/**
 * The rows of a query, at the pace of the reader, in groups as they come. By COPY in the binary format: a field of type text is
 * its bytes, where the text format would double each backslash.
 */
export async function* copiedRows(client: pg.Client, query: string): AsyncGenerator<Fields[]> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isBegun) {
      if (rest.length < fixedHeaderBytes) continue;
      rest = rest.subarray(fixedHeaderBytes + rest.readInt32BE(fixedHeaderBytes - 4));
      isBegun = true;
    }
    const rows: Fields[] = [];
    for (let read = readRow(rest); read; read = readRow(rest)) {
      rest = rest.subarray(read.bytes);
      if (read.fields) rows.push(read.fields);
    }
    if (rows.length > 0) yield rows;
  }
}

/** The row that a buffer begins with; undefined while it has not come as a whole. */
function readRow(from: Buffer): { bytes: number; fields: Fields | undefined } | undefined {
  if (from.length < 2) return undefined;
  const count = from.readInt16BE(0);
  if (count === endOfRows) return { bytes: 2, fields: undefined };
  const fields: Fields = [];
  let at = 2;
  for (let n = 0; n < count; n++) {
    if (from.length < at + 4) return undefined;
    const length = from.readInt32BE(at);
    at += 4;
    if (length < 0) {
      fields.push(undefined);
      continue;
    }
    if (from.length < at + length) return undefined;
    fields.push(from.subarray(at, at + length));
    at += length;
  }
  return { bytes: at, fields };
}
