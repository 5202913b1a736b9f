import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { download, over } from '../backups/scene.ts';
import { blocks, page } from '../docs/pages.ts';
import { createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { basesIn, keysOf, startWith, urlOf } from './scene.ts';

const path = '/admin/backups';

it('a base backup is made, downloaded, verified and deleted over HTTP', {
  timeout: 600_000,
}, async () => {
  const dataDir = await startedFolder();
  const folder = join(await temporaryFolder(), 'backups');
  // The leftover of a verification that was killed.
  const left = join(dataDir, 'verify', 'data', 'postgres.restoring');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, 'base'), 'rows');
  const server = await startWith(dataDir, { BACKUP_TO: urlOf(folder) });
  const key = keysOf(dataDir).PLATFORM_ADMIN_KEY as string;
  const operator = createClient(server, key);
  await until(
    async () => existsSync(join(dataDir, 'verify')),
    (isThere) => !isThere,
  );
  const [first] = await until(
    async () => (await operator.get(`${path}?type=full`)).body.data.backups,
    ({ length }) => length === 1,
    240,
  );

  // Without a tenant it is one of the whole installation.
  const asked = await operator.post(path, {});
  expect([asked.status, asked.body.data]).toMatchObject([201, { type: 'full', tenant_id: null }]);
  const { id } = asked.body.data;
  const made = await over(operator, `${path}/${id}`);
  expect(made).toMatchObject({ status: 'completed', encrypted: false });

  const whole = await download(operator, id);
  expect(`sha256:${createHash('sha256').update(whole.bytes).digest('hex')}`).toBe(made.checksum);
  expect(whole.answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="?insula-\d{8}T\d{6}Z\.tar\.zst/,
  );
  const etag = whole.answer.headers.get('etag') as string;
  const part = await download(operator, id, { range: 'bytes=100-199', 'if-range': etag });
  expect([part.answer.status, part.bytes]).toEqual([206, whole.bytes.subarray(100, 200)]);
  const beyond = await download(operator, id, { range: `bytes=${made.size_bytes}-` });
  expect(beyond.answer.status).toBe(416);
  const here = await temporaryFolder();
  const [lines = ''] = blocks(page('docs/operate/backup.md'), 'sh').filter((block) =>
    block.includes('/download'),
  );
  await promisify(execFile)('sh', ['-ec', lines], {
    cwd: here,
    env: { ...process.env, ADMIN: `${server.url}/admin`, PLATFORM: key, FULL: id },
  });
  expect(await readdir(join(here, 'unpacked'))).toEqual(
    expect.arrayContaining(['PG_VERSION', 'backup_label', 'base', 'pg_wal']),
  );

  expect((await operator.post(`${path}/${id}/verify`)).status).toBe(200);
  const verified = await over(operator, `${path}/${id}`);
  expect(verified).toMatchObject({ verify_status: 'passed', verify: { mismatches: [] } });
  const { tables, rows, files } = verified.verify;
  expect([tables > 100, rows > 0, files > 1_000]).toEqual([true, true, true]);
  expect((await readdir(dataDir)).includes('verify')).toBe(false);

  // A server does not restore itself, and no passphrase is for it.
  for (const restored of [
    await operator.post(`${path}/${id}/restore`, { mode: 'new_tenant', name: 'X' }),
    await operator.post(`${path}/${id}/restore`, { mode: 'in_place' }),
  ])
    expect([restored.status, restored.body.error.code]).toEqual([409, 'INVALID_STATE']);
  const locked = await operator.post(`${path}/${id}/verify`, undefined, {
    'x-snapshot-passphrase': 'correct horse battery staple',
  });
  expect(locked.status).toBe(400);

  // One that was damaged since.
  expect(basesIn(folder)).toHaveLength(2);
  const all = await Promise.all(
    basesIn(folder).map(async (name) => ({
      name,
      bytes: await readFile(join(folder, name.replace('base.json', 'base.tar.zst'))),
    })),
  );
  const own = all.find(({ bytes }) => bytes.equals(whole.bytes))?.name as string;
  const damaged = Buffer.from(whole.bytes);
  damaged.writeUInt8(damaged.readUInt8(damaged.length >> 1) ^ 1, damaged.length >> 1);
  await writeFile(join(folder, own.replace('base.json', 'base.tar.zst')), damaged);
  await operator.post(`${path}/${id}/verify`);
  expect(await over(operator, `${path}/${id}`)).toMatchObject({
    verify_status: 'failed',
    verify: { mismatches: [{ kind: 'bytes', found: expect.stringContaining('damaged') }] },
  });

  // One that names another file of the server as its archive.
  const about = await readFile(join(folder, own), 'utf8');
  const hostile = about.replace(/"chains[^"]*base\.tar\.zst"/, '"../secrets/encryption-key"');
  expect(hostile).not.toBe(about);
  await writeFile(join(folder, own), hostile);
  const refused = await operator.get(`${path}/${id}/download`);
  expect([refused.status, refused.body.error.message]).toEqual([
    ...[409, expect.stringContaining('base.json cannot be used: tar.key')],
  ]);
  await writeFile(join(folder, own), about);

  // The first of a chain is needed for the moments after it; another one is not.
  expect((await operator.delete(`${path}/${first.id}`)).body.error.code).toBe('INVALID_STATE');
  expect((await operator.delete(`${path}/${id}?dry_run=true`)).status).toBe(200);
  expect(basesIn(folder)).toHaveLength(2);
  expect((await operator.delete(`${path}/${id}`)).status).toBe(200);
  expect(basesIn(folder)).toHaveLength(1);
  expect(basesIn(folder)).not.toContain(own);
  expect((await operator.get(`${path}/${id}`)).status).toBe(404);
  server.process.child.kill('SIGTERM');
  expect(await server.process.exit()).toBe(0);
});
