import type pg from 'pg';
import type { Client, TenantClient } from './api.ts';

/** One row in every table of files, for a tenant of seedTenants, straight from the owner. */
export async function seedFileRows(db: pg.Pool, letter: string): Promise<void> {
  const tenant = `ten_${letter}`;
  const checksum = letter.repeat(64);
  await db.query(`
    with usage as (insert into app.storage_usage values ('${tenant}', 1)),
    blob as (insert into app.blobs (tenant_id, storage_key, checksum, size_bytes)
      values ('${tenant}', 'k', '${checksum}', 1)),
    variant as (
      insert into app.file_variants (tenant_id, storage_key, name, variant_key, mime_type, size_bytes, checksum, width, height)
      values ('${tenant}', 'k', 'n', 'v', 'image/webp', 1, '${checksum}', 1, 1)),
    file as (
      insert into app.files (tenant_id, id, filename, mime_type, size_bytes, storage_key, created_at, updated_at)
      values ('${tenant}', 'file_${letter}', 'f', 'text/plain', 1, 'k', now(), now())),
    version as (
      insert into app.file_versions (tenant_id, file_id, version, filename, mime_type, size_bytes, storage_key, checksum)
      values ('${tenant}', 'file_${letter}', 1, 'f', 'text/plain', 1, 'k', '${checksum}')),
    tag as (insert into app.file_tags (tenant_id, id, name) values ('${tenant}', 'ftag_${letter}', 't')),
    tagging as (
      insert into app.file_taggings (tenant_id, file_id, tag_id)
      values ('${tenant}', 'file_${letter}', 'ftag_${letter}')),
    collection as (
      insert into app.file_collections (tenant_id, id, name) values ('${tenant}', 'fcol_${letter}', 'c'))
    insert into app.file_collection_items (tenant_id, collection_id, file_id, sort_order)
    values ('${tenant}', 'fcol_${letter}', 'file_${letter}', 1)`);
}

/** One row in every table of files, for a tenant that has the file already. */
export async function seedFileExtras(db: pg.Pool, tenant: string, file: string): Promise<void> {
  await db.query(
    `with variant as (
      insert into app.file_variants (tenant_id, storage_key, name, variant_key, mime_type, size_bytes, checksum, width, height)
      select b.tenant_id, b.storage_key, 'n', 'v', 'image/webp', 1, b.checksum, 1, 1 from app.blobs b where b.tenant_id = $1::app.id limit 1),
    tag as (insert into app.file_tags (tenant_id, id, name) values ($1::app.id, 'ftag_1', 't')),
    tagging as (insert into app.file_taggings (tenant_id, file_id, tag_id) values ($1::app.id, $2::app.id, 'ftag_1')),
    collection as (insert into app.file_collections (tenant_id, id, name) values ($1::app.id, 'fcol_1', 'c'))
    insert into app.file_collection_items (tenant_id, collection_id, file_id, sort_order) values ($1::app.id, 'fcol_1', $2::app.id, 1)`,
    [tenant, file],
  );
}

/** A form with one file in it, as `send` takes it for its body. */
export function fileForm(
  content: string | Uint8Array<ArrayBuffer>,
  filename: string,
  fields: Record<string, string> = {},
  type = '',
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content], { type }), filename);
  return form;
}

/** Uploads a small text. @returns its record */
export async function uploadText(
  client: Client,
  filename: string,
  fields: Record<string, string> = {},
) {
  const body = fileForm(`text of ${filename}`, filename, fields);
  const answer = await client.send('POST', '/v1/files/upload', { body });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as { id: string };
}

/** A collection and a tag that say the marker wherever they can, with a file of the tenant. */
export async function seedFileLabels(api: TenantClient, file_id: string, marker: string) {
  const made = async (path: string, body: object) => {
    const answer = await api.post(path, body);
    if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const fields = { name: marker, description: marker, cover_file_id: file_id };
  const { collection_id } = await made('/v1/files/collections', fields);
  await made(`/v1/files/collections/${collection_id}/items`, { file_ids: [file_id] });
  const { tag_id } = await made('/v1/files/tags', { name: marker });
  await made(`/v1/files/${file_id}/tags`, { tag_ids: [tag_id] });
  return { collection_id, tag_id } as { collection_id: string; tag_id: string };
}

/** Three files of a tenant that say the marker wherever they can, one in the trash, one by tus. @returns the first one's record */
export async function seedFile(api: TenantClient, marker: string) {
  const text = (value: string) => Buffer.from(value).toString('base64');
  const metadata = `filename ${text(`${marker}-resumable.txt`)},folder ${text(`${marker}/deep`)},${marker}`;
  const headers = {
    ...{ 'upload-length': '7', 'upload-metadata': metadata },
    'content-type': 'application/offset+octet-stream',
  };
  await api.send('POST', '/v1/files/resumable', { headers, body: 'content' });
  const fields = { folder: `${marker}/deep`, meta: JSON.stringify({ [marker]: marker }) };
  const trashed = await uploadText(api, `trashed-${marker}.txt`, fields);
  await api.delete(`/v1/files/${trashed.id}`);
  return uploadText(api, `${marker}.txt`, fields);
}
