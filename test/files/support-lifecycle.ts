import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, TenantClient } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Uploads a file whole. @returns the answer */
export const upload = (
  api: Client,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) => api.send('POST', '/v1/files/upload', { body: fileForm(content, 'file.txt', fields) });

/** The same, where it has to go well. @returns the record */
export async function uploaded(
  api: Client,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const { body } = await upload(api, content, fields);
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data as { id: string; storage_key: string; size_bytes: number };
}

/** The bytes of a file, as text; what else came of asking is an error. */
export async function contentOf(api: TenantClient, id: string): Promise<string> {
  const answer = await fetch(`${api.url}/v1/files/${id}/content`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Everything that lies on the disk of a server below a folder of its storage, as keys. */
export async function keysOnDisk({ config }: Pick<TestServer, 'config'>, folder = '') {
  const root = join(config.dataDir, 'files');
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

/** The counters of a tenant's quota. */
export async function usedBytes({ db }: TestServer, { tenant }: TenantClient): Promise<number> {
  const { rows } = await db.query('select bytes from app.storage_usage where tenant_id = $1', [
    tenant.id,
  ]);
  return Number(rows[0]?.bytes ?? 0);
}

/** Removes files for good, as the API and the worker do it. */
export async function purge({ db }: TestServer, api: TenantClient, ids: string[]): Promise<void> {
  await db.query(
    `select set_config('app.tenant_id', $1, true), app.files_purge($1, array(
       select row(f.*)::app.files from app.files f where f.tenant_id = $1 and f.id = any ($2) for update))`,
    [api.tenant.id, ids],
  );
}

/** A place that is kept for an upload, begun some hours ago. @returns the id of the pending file */
export async function pendingFile(
  { db }: TestServer,
  { tenant }: TenantClient,
  hours: number,
  bytes = 10,
): Promise<string> {
  const { rows } = await db.query(
    `with file as (
      insert into app.files (tenant_id, id, filename, mime_type, size_bytes, storage_key, created_at, updated_at)
      select $1::app.id, i.id, 'slot.bin', 'application/octet-stream', $3::bigint, $1::text || '/uploads/' || i.id,
        now() - make_interval(hours => $2), now()
      from app.new_id('file') i(id) returning id),
    taken as (
      insert into app.storage_usage as u values ($1::app.id, $3::bigint)
      on conflict (tenant_id) do update set bytes = u.bytes + $3::bigint)
    select id from file`,
    [tenant.id, hours, bytes],
  );
  return rows[0].id;
}

/** Has the worker do a task, and waits until it is done. */
export async function work({ db }: TestServer, task: string): Promise<void> {
  await db.query('select graphile_worker.add_job($1, job_key => $1)', [task]);
  await until(
    async () =>
      (await db.query('select last_error from graphile_worker.jobs where key = $1', [task])).rows,
    (jobs) => jobs.length === 0,
  );
}
