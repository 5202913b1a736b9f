import pg from 'pg';
import { ask } from '../../db/ask.ts';
import type { Task, TaskRun } from '../../worker/tasks.ts';
import { Parts } from './export-parts.ts';
import type { ExportHead, ExportRow, ExportShape } from './export-record.ts';
import { type ExportFormat, exportFormats } from './export-writers.ts';

type Request = ExportShape & { format: ExportFormat };
type Key = [tenant: string, exportId: string];

/**
 * The first parameter, in the collation of tenant_id: what travels to a node of a cluster in the middle of a transaction may
 * read rows of this very value only, and one of another collation is another value.
 */
const tenant = '$1 collate "C"';

const maxAttempts = 3;
/** Begun more often, it is what kills its worker. */
const maxInterrupted = 10;
const firstPage = 20;
const maxPage = 1000;
/**
 * Rows are read in pages of about so many bytes of JSON, however large each of them is: a page holds up the thread that, in
 * a process that is API and worker, answers requests.
 */
const pageBytes = 500_000;

/** The export was deleted, or ended by somebody else. */
class NotWanted extends Error {}

/** Writes the file of an export that is too large to be made while its caller waits. */
export const exportTask: Task = async (run) => {
  const key: Key = [run.tenant_id, run.subject];
  const begin = 'select worker.export_begin($1, $2) as answer';
  const request = await ask<Request | null>(run.query, begin, key);
  if (!request) return;
  try {
    if (run.attempts > maxInterrupted) throw new Error('every attempt at it was interrupted');
    const { rowCount, size } = await writeFile(run, key, request);
    await end(run, key, rowCount, size, null);
  } catch (error) {
    if (error instanceof NotWanted) return;
    if (run.signal.aborted) throw error;
    const refusal = refusalOf(error);
    const isLast = run.attempts >= maxAttempts;
    if (!refusal && !isLast) throw error;
    await end(run, key, 0, 0, refusal ?? failure);
    if (!refusal) throw error;
  }
};

const failure = { code: 'INTERNAL_ERROR', message: 'Something broke on our side.' };

/** What the request itself cannot get: trying again would not help. */
function refusalOf(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('PT4')) return undefined;
  return { code: JSON.parse(error.detail ?? '{}').code, message: error.message };
}

/** All rows of one snapshot, page by page, kept part by part on a connection of their own. */
async function writeFile(run: TaskRun, key: Key, request: Request) {
  const client = await run.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    const head = await ask<ExportHead>(
      client,
      `select worker.export_open(${tenant}, $2) as answer`,
      key,
    );
    return await writePages(run, client, key, request, head);
  } finally {
    // Nothing was written: the end of the transaction gives its snapshot up, and takes its settings along.
    await client.query('rollback').catch((error) => {
      broken = error;
    });
    client.release(broken);
  }
}

async function writePages(
  run: TaskRun,
  client: pg.ClientBase,
  key: Key,
  request: Request,
  head: ExportHead,
) {
  const writer = exportFormats[request.format].writer(head, request);
  const cut = new Parts();
  let rowCount = 0;
  let position = 0;
  const keep = async (parts: Buffer[]) => {
    for (const part of parts) {
      const { rows } = await run.query<{ kept: boolean }>(
        'select worker.export_keep($1, $2, $3, $4, $5) as kept',
        [...key, position, part, rowCount],
      );
      if (!rows[0]?.kept) throw new NotWanted();
      position += 1;
    }
  };
  for await (const rows of pagesOf(client, key)) {
    run.signal.throwIfAborted();
    rowCount += rows.length;
    await keep(cut.add(writer.write(rows)));
  }
  await keep([...cut.add(writer.end()), ...cut.end()]);
  return { rowCount, size: cut.size };
}

async function* pagesOf(client: pg.ClientBase, key: Key): AsyncGenerator<ExportRow[]> {
  let limit = firstPage;
  let after: unknown = null;
  do {
    const { rows } = await client.query<{ text: string }>(
      `select worker.export_part(${tenant}, $2, $3, $4)::text as text`,
      [...key, after === null ? null : JSON.stringify(after), limit],
    );
    const text = rows[0]?.text ?? '';
    const page: { rows: ExportRow[]; after: unknown } = JSON.parse(text);
    yield page.rows;
    after = page.after;
    limit = Math.max(1, Math.min(maxPage, Math.floor((limit * pageBytes) / text.length)));
  } while (after !== null);
}

async function end(
  run: TaskRun,
  key: Key,
  rowCount: number,
  size: number,
  error: object | null,
): Promise<void> {
  await run.query('select worker.export_end($1, $2, $3, $4, $5)', [
    ...key,
    rowCount,
    size,
    error && JSON.stringify(error),
  ]);
}
