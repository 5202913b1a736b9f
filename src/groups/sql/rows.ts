import type { Socket } from 'node:net';
import type pg from 'pg';
import { ApiError } from '../../ground/errors.ts';
import { withExactNumbers, withExactNumbersInTurns } from '../../ground/shapes/json-values.ts';
import { TypedQuery } from './parameters.ts';
import { mayHoldLong, writeValue } from './values.ts';

/** JSON of the rows of one answer, in bytes. */
const maxBytes = 5_000_000;
/** The most bytes to receive in PostgreSQL's own form, which has its names only once, but more of everything else. */
const maxArriving = 8_000_000;

/** A longer row, in characters, is looked through when the answer is there, with pauses. */
const longRow = 20_000;

/** For a database that has stopped answering: later than statement_timeout, a setting of the login. */
const answerMs = 8_000;

export interface Rows {
  columns: string[];
  /** Rows as JSON, objects unless asked for otherwise. */
  rows: string[];
  truncated: boolean;
  /** How long PostgreSQL and its connection took. */
  ms: number;
}

/** Writes a row as JSON. @param types of its columns @param row texts as PostgreSQL writes them */
export type WriteRow = (columns: string[], types: number[], row: (string | null)[]) => string;

/**
 * Runs a statement and takes its rows as they come, up to a number and a size; beyond the size the connection is cut,
 * because one row may be a gigabyte, and what still comes of it is thrown away.
 * @param statement with a name where the connection may keep it prepared
 * @param spend says that the connection cannot be used again
 */
export async function takeRows(
  client: pg.Client,
  { text, values, name }: { text: string; values: unknown[]; name?: string | undefined },
  { maxRows, write = writeRow }: { maxRows: number; write?: WriteRow | undefined },
  spend: () => void,
  signal?: AbortSignal,
): Promise<Rows> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const started = performance.now();
  const answer: Rows = { columns: [], rows: [], truncated: false, ms: 0 };
  let types: number[] = [];
  let bytes = 0;
  let arrived = 0;
  const long: number[] = [];
  let isCut = false;
  let cut = (_: unknown) => {};
  const onData = (data: Buffer) => {
    arrived += data.length;
    if (arrived < maxArriving || answer.truncated) return;
    answer.truncated = true;
    cut(undefined);
  };
  const onAbort = () => cut(signal?.reason);
  const timer = setTimeout(() => cut(late()), answerMs);
  stream.on('data', onData);
  signal?.addEventListener('abort', onAbort);
  try {
    await new Promise<void>((resolve, reject) => {
      // Half closed: PostgreSQL sees it within client_connection_check_interval, and closes its half when it has ended.
      cut = (why) => {
        isCut = true;
        spend();
        stream.unref().end();
        if (answer.truncated) resolve();
        else reject(why);
      };
      const query = new TypedQuery({
        text,
        values,
        ...(name !== undefined && mayKeep(client, name) ? { name } : {}),
        rowMode: 'array',
        // One statement is all that this protocol takes.
        queryMode: 'extended',
        types: { getTypeParser: () => asText },
      });
      query.on('row', (row: unknown, result) => {
        if (!result || isCut || answer.truncated) return;
        if (answer.rows.length === 0) {
          types = result.fields.map((field) => field.dataTypeID);
          answer.columns = distinct(result.fields.map((field) => field.name));
        }
        const texts = row as (string | null)[];
        let json = write(answer.columns, types, texts);
        // A number that a double would change is answered as a text, so that no client rounds it without noticing it.
        if (write === writeRow && mayHoldLong(types, texts)) {
          if (json.length > longRow) long.push(answer.rows.length);
          else json = withExactNumbers(json);
        }
        bytes += Buffer.byteLength(json) + 1;
        if (answer.rows.length === maxRows || bytes > maxBytes) answer.truncated = true;
        else answer.rows.push(json);
      });
      query.on('end', (result) => {
        if (answer.columns.length === 0)
          answer.columns = distinct(result.fields.map((field) => field.name));
        resolve();
      });
      query.on('error', (error) => (answer.truncated ? resolve() : reject(error)));
      client.query(query);
    });
  } finally {
    clearTimeout(timer);
    stream.off('data', onData);
    signal?.removeEventListener('abort', onAbort);
  }
  for (const n of long)
    if (n < answer.rows.length)
      answer.rows[n] = await withExactNumbersInTurns(answer.rows[n] as string);
  signal?.throwIfAborted();
  answer.ms = Math.round((performance.now() - started) * 1000) / 1000;
  return answer;
}

const late = (): ApiError =>
  new ApiError(
    'TIMEOUT',
    'The statement took too long, and PostgreSQL could not end it. Ask for less.',
  );

/** Statements that a connection keeps prepared: each may take 100 kB there. */
const maxPrepared = 50;
const prepared = new WeakMap<pg.Client, Set<string>>();

/** Whether a connection keeps a statement, or has room for it. */
function mayKeep(client: pg.Client, name: string): boolean {
  const names = prepared.get(client) ?? new Set();
  prepared.set(client, names);
  if (!names.has(name) && names.size === maxPrepared) return false;
  names.add(name);
  return true;
}

const asText = (text: string): string => text;

const writeRow: WriteRow = (columns, types, row) =>
  `{${row
    .map((text, i) => `${JSON.stringify(columns[i])}:${writeValue(types[i] as number, text)}`)
    .join(',')}}`;

/** Names of columns, those that are taken with a number. */
function distinct(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let n = 2; taken.has(own); n++) own = `${name}_${n}`;
    taken.add(own);
    return own;
  });
}
