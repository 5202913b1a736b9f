import type { JobHelpers, Task } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import { Parts } from './export-parts.ts';
import type { ExportHead, ExportRow, ExportShape } from './export-record.ts';
import { type ExportFormat, exportFormats } from './export-writers.ts';

const payloadSchema = z.object({ tenant_id: z.string(), resource_id: z.string() });

type Request = ExportShape & { format: ExportFormat };
type Key = [tenant: string, exportId: string];

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
export const exportTask: Task = async (payload, helpers) => {
  const { tenant_id, resource_id } = payloadSchema.parse(payload);
  const key: Key = [tenant_id, resource_id];
  const request = await ask<Request | null>(
    helpers,
    'select worker.export_begin($1, $2)::text',
    key,
  );
  if (!request) return;
  try {
    const { rowCount, size } = await writeFile(helpers, key, request);
    await end(helpers, key, rowCount, size, null);
  } catch (error) {
    if (error instanceof NotWanted) return;
    const refusal = refusalOf(error);
    const isLast = helpers.job.attempts >= helpers.job.max_attempts;
    if (!refusal && !isLast) throw error;
    await end(helpers, key, 0, 0, refusal ?? failure);
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
async function writeFile(helpers: JobHelpers, key: Key, request: Request) {
  return helpers.withPgClient(async (client) => {
    await client.query('begin isolation level repeatable read read only');
    try {
      const head = await askOn<ExportHead>(client, 'select worker.export_open($1, $2)::text', key);
      const kept = await writePages(helpers, client, key, request, head);
      await client.query('commit');
      return kept;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

async function writePages(
  helpers: JobHelpers,
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
      const { rows } = await helpers.query<{ kept: boolean }>(
        'select worker.export_keep($1, $2, $3, $4, $5) as kept',
        [...key, position, part, rowCount],
      );
      if (!rows[0]?.kept) throw new NotWanted();
      position += 1;
    }
  };
  for await (const rows of pagesOf(client, key)) {
    helpers.abortSignal?.throwIfAborted();
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
      'select worker.export_part($1, $2, $3, $4)::text as text',
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
  helpers: JobHelpers,
  key: Key,
  rowCount: number,
  size: number,
  error: object | null,
): Promise<void> {
  await helpers.query('select worker.export_end($1, $2, $3, $4, $5)', [
    ...key,
    rowCount,
    size,
    error && JSON.stringify(error),
  ]);
}

const ask = <T>({ withPgClient }: JobHelpers, text: string, values: unknown[]): Promise<T> =>
  withPgClient((client) => askOn<T>(client, text, values));

async function askOn<T>(client: pg.ClientBase, text: string, values: unknown[]): Promise<T> {
  const { rows } = await client.query({ text, values, rowMode: 'array' });
  return JSON.parse(rows[0]?.[0] ?? 'null');
}
