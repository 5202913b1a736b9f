import pg from 'pg';
import { ask } from '../../db/ask.ts';
import type { Task, TaskRun } from '../../worker/tasks.ts';
import type { ExportFormat } from './export-formats.ts';
import { Parts } from './export-parts.ts';
import { exportWriter } from './export-writer.ts';

interface Request {
  format: ExportFormat;
}

/** What worker.export_part answers. */
interface Part {
  row_count: number;
  /** As app.export_line writes them; nothing here reads what they say. */
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

/** All rows of one snapshot, part by part, each kept on another connection while the next one is read. */
async function writeFile(run: TaskRun, key: Key, request: Request) {
  const client = await run.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    const open = `select worker.export_open(${tenant}, $2) as answer`;
    const plan = await ask<object>(client, open, key);
    return await writeParts(run, client, key, request, plan);
  } finally {
    // Nothing was written: the end of the transaction gives its snapshot up, and takes its settings along.
    await client.query('rollback').catch((error) => {
      broken = error;
    });
    client.release(broken);
  }
}

async function writeParts(
  run: TaskRun,
  client: pg.ClientBase,
  key: Key,
  { format }: Request,
  plan: object,
) {
  const writer = exportWriter(format);
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
  for await (const { row_count, lines } of partsOf(client, key, plan)) {
    run.signal.throwIfAborted();
    rowCount += row_count;
    await keep(cut.add(writer.write(lines)));
  }
  await keep([...cut.add(writer.end()), ...cut.end()]);
  return { rowCount, size: cut.size };
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
    // If nobody asks for it any more, that it failed is nobody's news.
    next?.catch(() => {});
    yield part;
  }
}

const rowsAfter = ({ row_count, lines }: Part) =>
  Math.max(
    1,
    Math.min(maxRows, 4 * row_count, Math.floor((row_count * partBytes) / (lines.length || 1))),
  );

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
