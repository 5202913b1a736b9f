import { Readable } from 'node:stream';
import pg from 'pg';
import { ask } from '../../db/ask.ts';
import { fromStorage } from '../../ground/storage-error.ts';
import { leaveTo } from '../../storage/leave-to.ts';
import { type Storage, StorageError, type Stored } from '../../storage/storage.ts';
import type { Task, TaskRun } from '../../tools/lanes/tasks.ts';
import type { ExportFormat } from '../../tools/tables/export-formats.ts';
import { exportWriter } from '../../tools/tables/export-writer.ts';

interface Request {
  format: ExportFormat;
}

/** The answer of worker.export_part. */
interface Part {
  row_count: number;
  /** As app.export_line writes them; nothing here reads their content. */
  lines: string;
  /** Where the next part begins; null with the last. */
  after: unknown;
}

type Key = [tenant: string, exportId: string];

/**
 * The first parameter, in the collation of tenant_id: what travels to a node of a cluster in the middle of a transaction may
 * read rows of this very value only, and one of another collation is another value.
 */
const tenant = '$1 collate "C"';

const maxAttempts = 3;
/** Begun more often, it is what kills its worker. */
const maxInterrupted = 10;
const firstRows = 100;
const maxRows = 5000;
/** A part is asked for so many rows as had about so many bytes before; app.export_part ends it when it has 1 MB. */
const partBytes = 800_000;

/** The export was deleted, or ended by another process. */
class NotWanted extends Error {}

/** Writes the file of an export that is too large to be made while its caller waits. */
export const exportTask =
  (storage: Storage): Task =>
  async (run) => {
    const key: Key = [run.tenant_id, run.subject];
    const begin = 'select worker.export_begin($1, $2) as answer';
    const request = await ask<Request | null>(run.query, begin, key);
    if (!request) return;
    try {
      if (run.attempts > maxInterrupted) throw new Error('every attempt at it was interrupted');
      const { rowCount, stored } = await writeFile(run, key, request, storage);
      const kept = await end(run, key, rowCount, stored, null);
      if (kept === null) await storage.remove([stored.key]);
      else await leaveTo(storage, stored.key, kept);
    } catch (error) {
      if (error instanceof NotWanted) return;
      if (run.signal.aborted) throw error;
      const refusal = refusalOf(error);
      const isLast = run.attempts >= maxAttempts;
      if (!refusal && !isLast) throw error;
      await end(run, key, 0, null, refusal ?? faultOf(error));
      if (!refusal) throw error;
    }
  };

/** The reason why it was given up, for the caller who asked for it. */
function faultOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof StorageError))
    return { code: 'INTERNAL_ERROR', message: 'The server failed unexpectedly.' };
  const { code, message } = fromStorage(error);
  return { code, message };
}

/** A refusal of the request itself: trying again would not help. */
function refusalOf(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('PT4')) return undefined;
  return { code: JSON.parse(error.detail ?? '{}').code, message: error.message };
}

/** Stores all rows of one snapshot, each part while the next one is read. */
async function writeFile(run: TaskRun, key: Key, request: Request, storage: Storage) {
  const client = await run.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    const open = `select worker.export_open(${tenant}, $2) as answer`;
    const plan = await ask<object>(client, open, key);
    const progress = { rowCount: 0 };
    const bytes = Readable.from(bytesOf(run, client, key, request, plan, progress));
    const stored = await storage.put(run.tenant_id, bytes, { maxBytes: Number.MAX_SAFE_INTEGER });
    return { ...progress, stored };
  } finally {
    // Nothing was written: the end of the transaction gives its snapshot up, and takes its settings along.
    await client.query('rollback').catch((error) => {
      broken = error;
    });
    client.release(broken);
  }
}

async function* bytesOf(
  run: TaskRun,
  client: pg.ClientBase,
  key: Key,
  { format }: Request,
  plan: object,
  progress: { rowCount: number },
): AsyncGenerator<Buffer> {
  const writer = exportWriter(format);
  for await (const { row_count, lines } of partsOf(client, key, plan)) {
    run.signal.throwIfAborted();
    progress.rowCount += row_count;
    const isWanted = 'select worker.export_progress($1, $2, $3) as answer';
    if (!(await ask<boolean>(run.query, isWanted, [...key, progress.rowCount])))
      throw new NotWanted();
    yield await writer.write(lines);
  }
  yield await writer.end();
}

/** Each part is asked for before the one ahead of it is handed out. */
async function* partsOf(client: pg.ClientBase, key: Key, plan: object): AsyncGenerator<Part> {
  const read = async (after: unknown, limit: number): Promise<Part> => {
    const statement = `select worker.export_part(${tenant}, $2, $3, $4, $5) as answer`;
    const from = after === null ? null : JSON.stringify(after);
    const answer = await ask<string>(client, statement, [...key, plan, from, limit]);
    const end = answer.indexOf('\n');
    return { ...JSON.parse(answer.slice(0, end)), lines: answer.slice(end + 1) };
  };
  let next: Promise<Part> | undefined = read(null, firstRows);
  while (next) {
    const part: Part = await next;
    next = part.after === null ? undefined : read(part.after, rowsAfter(part));
    // If no caller asks for it any more, its failure is not reported.
    next?.catch(() => {});
    yield part;
  }
}

const rowsAfter = ({ row_count, lines }: Part) =>
  Math.max(
    1,
    Math.min(maxRows, 4 * row_count, Math.floor((row_count * partBytes) / (lines.length || 1))),
  );

/** @returns where the bytes are kept; null when no one wants them any more */
function end(
  run: TaskRun,
  key: Key,
  rowCount: number,
  stored: Stored | null,
  error: object | null,
): Promise<string | null> {
  const made = stored && { key: stored.key, checksum: stored.checksum, size: stored.size };
  return ask(run.query, 'select worker.export_end($1, $2, $3, $4, $5) as answer', [
    ...key,
    rowCount,
    made && JSON.stringify(made),
    error && JSON.stringify(error),
  ]);
}
