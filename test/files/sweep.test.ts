import { mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkStorage, type StorageOptions } from '../../src/cli/doctor/storage-check.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { contentOf, keysOnDisk, pendingFile, uploaded, work } from './support-lifecycle.ts';

const server = useOwnDatabase({ WORKER: 'on', LOG_LEVEL: 'info' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const pathOf = (key: string) => join(server.config.dataDir, 'files', key);

/** Puts bytes into the storage that no upload has brought, or that have been there for some hours. */
async function place(key: string, hours: number): Promise<string> {
  await mkdir(dirname(pathOf(key)), { recursive: true });
  await writeFile(pathOf(key), 'stray');
  const then = new Date(Date.now() - hours * 3_600_000);
  await utimes(pathOf(key), then, then);
  return key;
}

/** The doctor's findings, by name; passed checks are left out. */
async function findings(options: Partial<StorageOptions> = {}) {
  const { databaseUrl } = server.config;
  const all = { fix: false, isDeep: false, ...options };
  const found = await checkStorage(databaseUrl as string, server.config, all);
  return Object.fromEntries(
    found.flatMap(({ name, status, found: text, advice }) =>
      status === 'ok' ? [] : [[name, `${status}: ${text} | ${advice}`]],
    ),
  );
}

it('the storage sweep repeatedly removes what nothing has used for a day, and nothing else', async () => {
  const tenant = api.tenant.id;
  const [file, gone] = [await uploaded(api, 'of use'), await createTenant(server)];
  const [pending, over] = [
    await pendingFile(server, api, 20),
    await pendingFile(server, api, 20, 0),
  ];
  await server.db.query(`update app.files set status = 'failed' where id = $1`, [over]);
  const old = new Date(Date.now() - 99 * 3_600_000);
  await utimes(pathOf(file.storage_key), old, old);
  const kept = [
    file.storage_key,
    await place(`${tenant}/aa/young`, 24),
    await place(`${tenant}/uploads/${pending}`, 99),
    await place(`${tenant}/uploads/${pending}.json`, 99),
    // Of another Insula, of the file system, of its administrator.
    await place('ten_00000000000000000000000000000000/aa/theirs', 99),
    await place('lost+found/inode', 99),
    await place(`${tenant}/by hand/a copy.bak`, 99),
    await place('.incoming/young', 1),
  ];
  await place(`${tenant}/aa/orphan`, 26);
  await place(`${tenant}/uploads/${over}`, 26);
  await place(`${gone.tenant.id}/bb/of-a-failed-upload`, 99);
  await place('.incoming/interrupted', 26);

  expect(await findings()).toEqual({
    'bytes of no file': expect.stringMatching(/^warning: 3: .*orphan.* \| With --fix they are/),
  });
  await work(server, 'storage_sweep');
  expect(await keysOnDisk(server)).toEqual(kept.toSorted());
  expect(server.logLines.join('')).toContain('bytes that belonged to no file were removed: 3');
  await work(server, 'storage_sweep');
  expect(await keysOnDisk(server)).toEqual(kept.toSorted());
  expect(await findings()).toEqual({});
});

it('the storage sweep of a copy whose calls are held removes nothing: the original may have the same bucket', async () => {
  const orphan = await place(`${api.tenant.id}/aa/of-the-original`, 99);
  await server.db.query('select app.outbound_set(true)');
  await work(server, 'storage_sweep');
  expect(await keysOnDisk(server)).toContain(orphan);
  await server.db.query('select app.outbound_set(false)');
  await work(server, 'storage_sweep');
  expect(await keysOnDisk(server)).not.toContain(orphan);
});

describe('lost bytes', () => {
  it('are reported with the files that had them, by the worker every day', async () => {
    const [lost, cut, fine] = [
      await uploaded(api, 'lost'),
      await uploaded(api, 'cut off'),
      await uploaded(api, 'fine'),
    ];
    await rm(pathOf(lost.storage_key));
    await truncate(pathOf(cut.storage_key), 3);
    expect(await findings({ fix: true })).toEqual({
      'missing bytes': expect.stringMatching(
        new RegExp(`^failed: 1: ${lost.storage_key} .*backup.*: ${lost.id}$`),
      ),
      'damaged bytes': expect.stringMatching(
        new RegExp(`^failed: 1: ${cut.storage_key} .*backup.*: ${cut.id}$`),
      ),
    });
    expect(await contentOf(api, fine.id)).toBe('fine');
    await work(server, 'storage_sweep');
    expect(server.logLines.join('')).toMatch(/bytes of files are missing \(1\) or damaged \(1\)/);

    // The same bytes, uploaded again, take the place of those that are lost.
    const again = await uploaded(api, 'lost');
    expect(await contentOf(api, lost.id)).toBe('lost');
    expect(again.storage_key).toBe(lost.storage_key);
    await writeFile(pathOf(cut.storage_key), 'cut off');
    expect(await findings()).toEqual({});
  });

  it('are found by their hashes when nothing else shows it', async () => {
    const { id, storage_key: key } = await uploaded(api, 'as it was');
    await writeFile(pathOf(key), 'As it was');
    expect(await findings()).toEqual({});
    expect(await findings({ isDeep: true })).toEqual({
      'damaged bytes': expect.stringContaining(id),
    });
    const env = {
      DATABASE_URL: server.config.databaseUrl as string,
      DATA_DIR: server.config.dataDir,
      ENCRYPTION_KEY: server.config.encryptionKey.toString('base64'),
    };
    const { code, stdout } = await runCli(['doctor', '--storage', '--deep'], env);
    expect(code).toBe(1);
    expect(stdout).toContain(`✗ damaged bytes: 1: ${key}`);
    await writeFile(pathOf(key), 'as it was');
    expect(await findings({ isDeep: true })).toEqual({});
  });

  it('are made again when they are images of others', async () => {
    const { storage_key: source } = await uploaded(api, 'a picture, say');
    const names = ['whole', 'lost', 'cut'];
    for (const name of names) await place(`${source}.v/${name}`, 30);
    await server.db.query(
      `insert into app.file_variants (tenant_id, storage_key, name, variant_key, mime_type, size_bytes, checksum, width, height)
       select $1, $2, n, $2 || '.v/' || n, 'image/webp', case n when 'cut' then 9 else 5 end, repeat('a', 64), 1, 1
       from unnest($3::text[]) n`,
      [api.tenant.id, source, names],
    );
    await rm(pathOf(`${source}.v/lost`));
    expect(await findings()).toEqual({
      'lost images': expect.stringMatching(/^warning: 2: .*--fix/),
    });
    await findings({ fix: true });
    expect(await findings()).toEqual({});
    expect(await keysOnDisk(server, api.tenant.id)).toEqual([source, `${source}.v/whole`]);
  });
});

it('the storage sweep corrects a quota that is wrong', async () => {
  const { size_bytes } = await uploaded(api, 'counted');
  await pendingFile(server, api, 1, 100);
  expect(await findings()).toEqual({});
  await server.db.query('update app.storage_usage set bytes = 7 where tenant_id = $1', [
    api.tenant.id,
  ]);
  const wrong = `${api.tenant.id} counts 7 bytes and has ${size_bytes + 100}`;
  expect(await findings()).toEqual({ quotas: expect.stringContaining(wrong) });
  expect(await findings({ fix: true })).toEqual({ quotas: expect.stringContaining('Done') });
  expect(await findings()).toEqual({});
});

it('the storage sweep explains what to do when there is no storage to check', async () => {
  const file = join(server.config.dataDir, 'a-file');
  await writeFile(file, '');
  const config = { ...server.config, dataDir: file };
  const [finding] = await checkStorage(config.databaseUrl as string, config, {
    fix: true,
    isDeep: false,
  });
  expect(finding).toMatchObject({ status: 'failed', advice: expect.stringContaining('DATA_DIR') });
  expect(await readFile(file, 'utf8')).toBe('');
});
