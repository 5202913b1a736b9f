import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DiskDestination } from '../../src/backup/disk.ts';
import { verifyInChild } from '../../src/backup/once-process.ts';
import { statusOf } from '../../src/backup/status.ts';
import { verifyBackup } from '../../src/backup/verify.ts';
import { fingerprintOf } from '../../src/db/encryption-key.ts';
import type { BackupConfig } from '../../src/ground/config/backup.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { readOn } from '../durability/rewind.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { deliveriesOf } from '../webhooks/support.ts';
import { settleIn } from './kept.ts';
import {
  basesIn,
  freeWork,
  idsIn,
  keysOf,
  killAll,
  restore,
  startRestored,
  startWith,
  stored,
  tokenOf,
  urlOf,
  type Written,
  writer,
} from './scene.ts';

it('a machine that is gone comes back from its backups: to the end, or to a moment', {
  timeout: 600_000,
}, async () => {
  const dataDir = await startedFolder();
  const folder = join(await temporaryFolder(), 'backups');
  const from = ['--from', urlOf(folder)];
  const keys = keysOf(dataDir);
  const token = tokenOf(dataDir);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const opened = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
  const server = await startWith(dataDir, { BACKUP_TO: urlOf(folder), ...opened });
  const { api } = server;
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/webhooks', { url: receiver.url, events: ['object.created'] });
  await until(
    async () => basesIn(folder).length,
    (count) => count === 1,
  );

  // Writers that go on through the moment, and through the end of the machine.
  const writers = [1, 2, 3].map(() => writer(api));
  const count = () => writers.reduce((sum, { written }) => sum + written.length, 0);
  const written = async (more: number) => {
    const enough = count() + more;
    await until(
      async () => count(),
      (found) => found >= enough,
    );
  };
  await written(15);
  const operator = createClient(server, keys.PLATFORM_ADMIN_KEY as string);
  const people = await settleIn(server, operator);
  const kept = (await readOn(api)).since;
  await written(1);
  const moment = new Date();
  await written(15);
  await people.change(folder);
  const lost = (await readOn(api)).since;
  const safe = Date.now();
  await stored(dataDir);
  await receiver.until(1);
  await written(1);
  await killAll(dataDir, server);
  const killed = new Date();
  await Promise.all(writers.map(({ ended }) => ended));
  await rm(dataDir, { recursive: true });
  const all = writers.flatMap((one) => one.written);
  const idsOf = (some: Written[]) => some.map(({ id }) => id);
  const early = idsOf(all.filter(({ done }) => done < moment.getTime()));
  const late = idsOf(all.filter(({ begun }) => begun > moment.getTime()));
  expect(Math.min(early.length, late.length)).toBeGreaterThanOrEqual(10);
  /** How often the receiver has heard of each object. */
  const heard = () =>
    Map.groupBy(
      receiver.received.map(({ event }) => event.data.id as string),
      (id) => id,
    );
  /** After everything that waits was sent, each was sent once more at most. */
  const heardOnceMore = async (
    client: Client,
    ids: Set<string>,
    before: ReturnType<typeof heard>,
  ) => {
    await until(
      async () => new Set(heard().keys()),
      (found) => ids.difference(found).size === 0,
    );
    await until(
      async () => deliveriesOf(client, '&status=pending'),
      (pending) => pending.length === 0,
    );
    const now = heard();
    for (const [id, { length }] of now)
      expect(length - (before.get(id)?.length ?? 0), id).toBeLessThanOrEqual(1);
  };

  // To the end.
  const latest = join(await temporaryFolder(), 'latest');
  const lossAt = performance.now();
  const whole = await restore(['--to', 'latest', ...from, '--data-dir', latest, '--json']);
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining('"lost_seconds": 0')]);
  // The new folder has no secrets yet.
  const needed = fingerprintOf(Buffer.from(keys.ENCRYPTION_KEY as string, 'base64'));
  expect(whole.output).toContain(`"missing_key": "${needed}"`);
  const inside = await restore(['--to', 'latest', ...from, '--data-dir', join(folder, 'chains')]);
  expect([inside.code, inside.output]).toEqual([1, expect.stringContaining('--data-dir=')]);
  const again = await restore(['--to', 'latest', ...from, '--data-dir', latest]);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('--replace')]);
  const other = { ...keys, ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') };
  const refused = insula(['start'], { DATA_DIR: latest, PORT: '0', ...other });
  expect([await refused.exit(), refused.output()]).toEqual([
    1,
    expect.stringContaining('another ENCRYPTION_KEY'),
  ]);
  let before = heard();
  const restored = await startRestored(latest, token, { ...keys, ...opened });
  const seconds = ((performance.now() - lossAt) / 1000).toFixed(1);
  console.log(`the lost machine answers again after ${seconds} s`);
  await freeWork(latest, killed);
  const ids = await idsIn(restored.api);
  for (const id of idsOf(all.filter(({ done }) => done < safe))) expect(ids).toContain(id);
  // One request of each writer may have been done and not answered.
  expect([...ids].filter((id) => !idsOf(all).includes(id)).length).toBeLessThanOrEqual(3);
  await heardOnceMore(restored.api, ids, before);
  restored.process.child.kill('SIGTERM');
  expect(await restored.process.exit()).toBe(0);

  // As BACKUP_VERIFY_CRON does it.
  const beside = await temporaryFolder();
  const { signal } = new AbortController();
  const config = loadConfig({ BACKUP_TO: urlOf(folder), DATA_DIR: beside }).backup as BackupConfig;
  const encryptionKeys = [keys.ENCRYPTION_KEY as string];
  const job = { config, dataDir: beside, pgBin: undefined, reserveBytes: 0, encryptionKeys };
  const found = await verifyInChild(job, signal);
  expect(found).toMatchObject({ tenants: 2, base: expect.stringMatching(/^bak_/) });
  expect([found.seals > 0, found.journal > 0]).toEqual([true, true]);
  const destination = new DiskDestination(folder);
  expect(await statusOf(destination)).toMatchObject({ last_verify_status: 'passed' });
  expect(await readdir(beside)).toEqual([]);

  // To a moment.
  const past = join(await temporaryFolder(), 'past');
  const to = ['--to', moment.toISOString()];
  const part = await restore([...to, ...from, '--data-dir', past, '--json'], keys);
  expect([part.code, part.output]).toEqual([0, expect.stringContaining('"outbound_held": true')]);
  expect(part.output).toContain('"missing_key": null');
  before = heard();
  const back = await startRestored(past, token, { ...keys, ...opened });
  const there = await idsIn(back.api);
  for (const id of early) expect(there).toContain(id);
  for (const id of late) expect(there).not.toContain(id);
  expect(part.output).toMatch(/"erased": 1,\s+"erased_users": 1/);
  await people.expectAfter(back);
  const since = (place: string) => back.api.get(`/v1/changes?since=${place}`);
  expect((await since(kept)).status).toBe(200);
  const gone = await since(lost);
  expect([gone.status, gone.body.error?.code]).toEqual([410, 'GONE']);
  expect(back.process.output()).toContain('nothing leaves this installation');
  expect(heard()).toEqual(before);
  const release = insula(['outbound', 'release', '--send'], { DATA_DIR: past, ...keys });
  expect([await release.exit(), release.output()]).toEqual([
    0,
    expect.stringContaining('released'),
  ]);
  await heardOnceMore(back.api, there, before);
  back.process.child.kill('SIGTERM');
  expect(await back.process.exit()).toBe(0);

  // To a moment that no backup has.
  const taken = await restore(['--to', '2020-01-01T00:00:00Z', ...from, '--data-dir', past]);
  expect(taken.code).toBe(1);
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
