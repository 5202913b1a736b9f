import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { upload } from '../files/support.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import {
  basesIn,
  keysOf,
  restore,
  startRestored,
  startWith,
  stored,
  tokenOf,
  urlOf,
  write,
} from './scene.ts';

it('a drill fails, and names the rows and bytes, where the backups have others than the server', {
  timeout: 600_000,
}, async () => {
  const dataDir = await startedFolder();
  const folder = await temporaryFolder();
  const [own, other, link] = ['own', 'other', 'link'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const hasBase = (at: string) =>
    until(
      async () => basesIn(at).length,
      (count) => count === 1,
    );
  await mkdir(own);
  await symlink(own, link);
  const { api, process: server } = await startWith(dataDir, { BACKUP_TO: urlOf(link) });
  await api.post('/v1/object-types', { name: 'things' });
  const [, changed] = await write(api, 3);
  await upload(api, 'bytes that are there');
  await upload(api, 'bytes that will be lost');
  await hasBase(own);
  await stored(dataDir);

  // A copy of the installation in which one object is changed, and the backups of that.
  const copied = join(folder, 'copied');
  const restored = await restore(['--to', 'latest', '--from', urlOf(own), '--data-dir', copied]);
  expect(restored.code).toBe(0);
  const env = { ...keysOf(dataDir), BACKUP_TO: urlOf(other), BACKUP_PART_SECONDS: '1' };
  const copy = await startRestored(copied, tokenOf(dataDir), env);
  const path = `/v1/objects/things/${changed}`;
  expect((await copy.api.patch(path, { properties: { n: 77 } })).status).toBe(200);
  await hasBase(other);
  await stored(copied);
  copy.process.child.kill('SIGTERM');
  expect(await copy.process.exit()).toBe(0);

  // At one moment they are those of the server.
  await symlink(other, `${link}.new`);
  await rename(`${link}.new`, link);
  const { id: tenant } = (await api.get('/v1/tenants/current')).body.data;
  await rm(join(dataDir, 'files', tenant), { recursive: true });
  const drill = insula(['drill', '--json'], {
    ...{ DATA_DIR: dataDir, BACKUP_TO: urlOf(link), LOG_LEVEL: 'warn' },
  });
  const code = await drill.exit();
  const result = JSON.parse(drill.output());
  expect([code, result.ok]).toEqual([1, false]);
  expect(result.mismatches).toContainEqual({
    ...{ tenant_id: tenant, table: 'objects', missing: 1, unexpected: expect.any(Number) },
  });
  const failed = result.steps.filter(({ ok }: { ok: boolean }) => !ok);
  expect(failed.map(({ name }: { name: string }) => name)).toEqual(['compare', 'files']);
  expect(failed[1].message).toMatch(/Bytes of files that are wrong: 2 .* is missing/);
  server.child.kill('SIGTERM');
  expect(await server.exit()).toBe(0);
});
