import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DiskDestination } from '../../src/backup/disk.ts';
import { verifyInChild } from '../../src/backup/once-process.ts';
import { statusOf } from '../../src/backup/status.ts';
import { verifyBackup } from '../../src/backup/verify.ts';
import type { BackupConfig } from '../../src/ground/config/backup.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { readOn } from '../durability/rewind.ts';
import { createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { settleIn } from './kept.ts';
import {
  basesIn,
  idsIn,
  keysOf,
  killAll,
  restore,
  startRestored,
  startWith,
  stored,
  tokenOf,
  urlOf,
  write,
  writeOn,
} from './scene.ts';

it('a machine that is gone comes back from its backups: to the end, or to a moment', {
  timeout: 600_000,
}, async () => {
  const dataDir = await startedFolder();
  const folder = join(await temporaryFolder(), 'backups');
  const from = ['--from', urlOf(folder)];
  const keys = keysOf(dataDir);
  const token = tokenOf(dataDir);
  const server = await startWith(dataDir, { BACKUP_TO: urlOf(folder) });
  const { api } = server;
  await api.post('/v1/object-types', { name: 'things' });
  await until(
    async () => basesIn(folder).length,
    (count) => count === 1,
  );

  const operator = createClient(server, keys.PLATFORM_ADMIN_KEY as string);
  const people = await settleIn(server, operator);
  const early = (await Promise.all([1, 2, 3].map(() => write(api, 5)))).flat();
  const kept = (await readOn(api)).since;
  const moment = new Date(Date.now() + 1);
  await until(
    async () => Date.now(),
    (now) => now > moment.getTime(),
  );
  await people.change(folder);
  const late = (await Promise.all([1, 2, 3].map(() => write(api, 5)))).flat();
  const lost = (await readOn(api)).since;
  await stored(dataDir);
  const writers = [1, 2, 3].map(() => writeOn(api));
  await write(api, 1);
  await killAll(dataDir, server);
  const last = new Set((await Promise.all(writers)).flat());
  await rm(dataDir, { recursive: true });

  // To the end.
  const latest = join(await temporaryFolder(), 'latest');
  const whole = await restore(['--to', 'latest', ...from, '--data-dir', latest, '--json']);
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining('"lost_seconds": 0')]);
  const again = await restore(['--to', 'latest', ...from, '--data-dir', latest]);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('--replace')]);
  const restored = await startRestored(latest, token, keys);
  const ids = await idsIn(restored.api);
  for (const id of [...early, ...late]) expect(ids).toContain(id);
  const written = new Set([...early, ...late, ...last]);
  // One request of each writer may have been done and not answered.
  expect([...ids].filter((id) => !written.has(id)).length).toBeLessThanOrEqual(4);
  restored.process.child.kill('SIGTERM');
  expect(await restored.process.exit()).toBe(0);

  // As BACKUP_VERIFY_CRON does it.
  const beside = await temporaryFolder();
  const { signal } = new AbortController();
  const config = loadConfig({ BACKUP_TO: urlOf(folder), DATA_DIR: beside }).backup as BackupConfig;
  const encryptionKey = keys.ENCRYPTION_KEY as string;
  const job = { config, dataDir: beside, pgBin: undefined, reserveBytes: 0, encryptionKey };
  const found = await verifyInChild(job, signal);
  expect(found).toMatchObject({ tenants: 2, base: expect.stringMatching(/^bak_/) });
  expect([found.seals > 0, found.journal > 0]).toEqual([true, true]);
  const destination = new DiskDestination(folder);
  expect(await statusOf(destination)).toMatchObject({ last_verify_status: 'passed' });
  expect(await readdir(beside)).toEqual([]);

  // To a moment.
  const past = join(await temporaryFolder(), 'past');
  const to = ['--to', moment.toISOString()];
  const part = await restore([...to, ...from, '--data-dir', past, '--json']);
  expect([part.code, part.output]).toEqual([0, expect.stringContaining('"outbound_held": true')]);
  expect(part.output).toContain('"erased": 1');
  const back = await startRestored(past, token, keys);
  expect(await idsIn(back.api)).toEqual(new Set(early));
  await people.expectAfter(back);
  const since = (place: string) => back.api.get(`/v1/changes?since=${place}`);
  expect((await since(kept)).status).toBe(200);
  const gone = await since(lost);
  expect([gone.status, gone.body.error?.code]).toEqual([410, 'GONE']);
  expect(back.process.output()).toContain('nothing leaves this installation');
  back.process.child.kill('SIGTERM');
  expect(await back.process.exit()).toBe(0);

  // To a moment that no backup has.
  const before = await restore(['--to', '2020-01-01T00:00:00Z', ...from, '--data-dir', past]);
  expect(before.code).toBe(1);
  const none = join(await temporaryFolder(), 'none');
  const early2020 = await restore(['--to', '2020-01-01T00:00:00Z', ...from, '--data-dir', none]);
  expect([early2020.code, early2020.output]).toEqual([
    1,
    expect.stringContaining('That moment cannot be restored'),
  ]);

  // From a base backup that was changed.
  const [base = ''] = basesIn(folder);
  const tar = join(folder, base.replace('base.json', 'base.tar.zst'));
  const bytes = await readFile(tar);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await writeFile(tar, bytes);
  await expect(verifyBackup(destination, [])).rejects.toThrow('damaged');
  expect(await statusOf(destination)).toMatchObject({ last_verify_status: 'failed' });
  const damaged = await restore(['--to', 'latest', ...from, '--data-dir', none]);
  expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('damaged')]);
  expect((await readdir(none)).filter((name) => name.startsWith('postgres'))).toEqual([]);
});
