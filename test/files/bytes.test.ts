import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Query } from '../../src/db/ask.ts';
import { cleanStorage } from '../../src/storage/clean.ts';
import { storageOf } from '../../src/storage/open.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  contentOf,
  keysOnDisk,
  purge,
  upload,
  uploaded,
  usedBytes,
  work,
} from './support-lifecycle.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
let other: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  other = await createTenant(server);
});

const keysOf = ({ tenant }: TenantClient) => keysOnDisk(server, tenant.id);

const blobsOf = async ({ tenant }: TenantClient): Promise<string[]> => {
  const { rows } = await server.db.query(
    'select storage_key from app.blobs where tenant_id = $1 order by 1',
    [tenant.id],
  );
  return rows.map(({ storage_key }) => storage_key);
};

const isEmpty = (all: unknown[]) => all.length === 0;

describe('after a purge of files', () => {
  it('the bytes are removed with the last file that has them, and only for this tenant', async () => {
    const [one, same, different] = [
      await uploaded(api, 'the same bytes'),
      await uploaded(api, 'the same bytes'),
      await uploaded(api, 'other bytes'),
    ];
    const theirs = await uploaded(other, 'the same bytes');
    expect(same.storage_key).toBe(one.storage_key);
    const both = [one.storage_key, different.storage_key].toSorted();
    expect(await keysOf(api)).toEqual(both);

    await purge(server, api, [one.id]);
    await work(server, 'housekeeping');
    expect(await keysOf(api)).toEqual(both);
    expect(await contentOf(api, same.id)).toBe('the same bytes');

    await purge(server, api, [same.id]);
    // The worker hears of it by itself.
    await until(
      () => blobsOf(api),
      (blobs) => blobs.length === 1,
    );
    expect(await keysOf(api)).toEqual([different.storage_key]);
    expect(await keysOf(other)).toEqual([theirs.storage_key]);
    expect(await usedBytes(server, api)).toBe(different.size_bytes);
    expect(await blobsOf(api)).toEqual([different.storage_key]);
  });

  it('bytes of files in the trash and of old versions are kept', async () => {
    const [trashed, changed] = [await uploaded(api, 'trashed'), await uploaded(api, 'as it was')];
    await server.db.query(
      `update app.files set is_deleted = true, deleted_at = now() where id = $1`,
      [trashed.id],
    );
    const twin = await uploaded(api, 'as it was');
    // The present version has other bytes.
    await server.db.query(
      `insert into app.file_versions (tenant_id, file_id, version, filename, mime_type, size_bytes, storage_key, checksum)
       select tenant_id, $2, 2, filename, mime_type, size_bytes, storage_key, checksum
       from app.file_versions where tenant_id = $1 and file_id = $3`,
      [api.tenant.id, changed.id, trashed.id],
    );
    await server.db.query(
      `update app.files f set version = 2, storage_key = v.storage_key, checksum = v.checksum
       from app.file_versions v
       where f.tenant_id = $1 and f.id = $2 and v.tenant_id = $1 and v.file_id = $2 and v.version = 2`,
      [api.tenant.id, changed.id],
    );
    await purge(server, api, [twin.id]);
    // A faulty caller takes all of them for unused.
    await server.db.query('update app.blobs set unused_since = now() where tenant_id = $1', [
      api.tenant.id,
    ]);
    await work(server, 'housekeeping');
    expect(await keysOf(api)).toEqual([trashed.storage_key, changed.storage_key].toSorted());
    const { rows } = await server.db.query(
      'select unused_since, is_going from app.blobs where tenant_id = $1',
      [api.tenant.id],
    );
    expect(rows).toEqual([
      { unused_since: null, is_going: false },
      { unused_since: null, is_going: false },
    ]);
  });

  it('a killed worker’s removal continues, before and after the bytes were deleted', async () => {
    const [one, two] = [await uploaded(api, 'one'), await uploaded(api, 'two')];
    await purge(server, api, []);
    await server.db.query('delete from app.file_versions where tenant_id = $1', [api.tenant.id]);
    await server.db.query(
      `update app.blobs set unused_since = now(), is_going = true where tenant_id = $1`,
      [api.tenant.id],
    );
    // The same bytes come again meanwhile: nothing counts on those that are going.
    const again = await uploaded(api, 'one');
    expect(again.storage_key).not.toBe(one.storage_key);
    expect(await keysOf(api)).toHaveLength(3);
    await work(server, 'housekeeping');
    expect(await keysOf(api)).toEqual([again.storage_key]);
    expect(two.storage_key).not.toBe(again.storage_key);
    expect(await blobsOf(api)).toEqual([again.storage_key]);
  });
});

it('bytes of one tenant that cannot be removed delay no other tenant, and are removed later', async () => {
  const [stuck, free] = [await uploaded(api, 'stuck'), await uploaded(other, 'free')];
  const path = join(server.config.dataDir, 'files', stuck.storage_key);
  await rm(path);
  await mkdir(join(path, 'in the way'), { recursive: true });
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const [tenant, { id }] of [
    [api, stuck],
    [other, free],
  ] as const)
    await purge(server, tenant, [id]);
  const query: Query = (text, values) => server.db.query(text, values);
  const clean = () => cleanStorage(query, storageOf(server.config));
  await expect(clean()).rejects.toThrow();
  // The worker also cleans, and may have taken these.
  await until(() => blobsOf(other), isEmpty);
  expect(await blobsOf(api)).toEqual([stuck.storage_key]);
  await rm(path, { recursive: true });
  await clean();
  await until(() => blobsOf(api), isEmpty);
});

it('bytes that are uploaded again during their removal are never lost', async () => {
  const content = 'in and out';
  const kept: string[] = [];
  const rounds = 8;
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all([
      upload(api, content),
      upload(api, content),
      // Everything before goes, and is collected, at the same time.
      purge(server, api, kept.splice(0)).then(() => work(server, 'housekeeping')),
      upload(api, content),
      upload(api, content),
    ]);
    const files = answers.flatMap((answer) => (answer ? [answer] : []));
    expect(files.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body } of files) {
      kept.push(body.data.id);
      expect(await contentOf(api, body.data.id)).toBe(content);
    }
  }
  await work(server, 'housekeeping');
  for (const id of kept) expect(await contentOf(api, id)).toBe(content);
  expect(await keysOf(api)).toHaveLength(1);
  expect(await usedBytes(server, api)).toBe(kept.length * content.length);
});
