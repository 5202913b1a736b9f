import type { JobHelpers, Task } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import type { ExportFormat } from './export-formats.ts';
import { Parts } from './export-parts.ts';
import { exportWriter } from './export-writer.ts';

const payloadSchema = z.object({ tenant_id: z.string(), resource_id: z.string() });

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

const firstRows = 100;
const maxRows = 5000;
/** A part is asked for so many rows as had about so many bytes before; app.export_part ends it when it has 1 MB. */
const partBytes = 800_000;

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

/** All rows of one snapshot, part by part, each kept on another connection while the next one is read. */
async function writeFile(helpers: JobHelpers, key: Key, request: Request) {
  return helpers.withPgClient(async (client) => {
    await client.query('begin isolation level repeatable read read only');
    try {
      const plan = await askOn<object>(client, 'select worker.export_open($1, $2)::text', key);
      const kept = await writeParts(helpers, client, key, request, plan);
      await client.query('commit');
      return kept;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

async function writeParts(
  helpers: JobHelpers,
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
      const { rows } = await helpers.query<{ kept: boolean }>(
        'select worker.export_keep($1, $2, $3, $4, $5) as kept',
        [...key, position, part, rowCount],
      );
      if (!rows[0]?.kept) throw new NotWanted();
      position += 1;
    }
  };
  for await (const { row_count, lines } of partsOf(client, key, plan)) {
    helpers.abortSignal?.throwIfAborted();
    rowCount += row_count;
    await keep(cut.add(writer.write(lines)));
  }
  await keep([...cut.add(writer.end()), ...cut.end()]);
  return { rowCount, size: cut.size };
}

/** Each part is asked for before the one ahead of it is handed out. */
async function* partsOf(client: pg.ClientBase, key: Key, plan: object): AsyncGenerator<Part> {
  const read = async (after: unknown, limit: number): Promise<Part> => {
    const { rows } = await client.query<Part>({
      name: 'export_part',
      text: 'select row_count, lines, after from worker.export_part($1, $2, $3, $4, $5)',
      values: [...key, plan, after === null ? null : JSON.stringify(after), limit],
    });
    return rows[0] as Part;
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
