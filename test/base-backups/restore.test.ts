import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readOn } from '../durability/rewind.ts';
import type { Started } from '../durability/start.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { deliveriesOf } from '../webhooks/support.ts';
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

/** What must not come back: a tenant that is deleted later, keys that are revoked, a ban, a password and sessions that end. */
async function settleIn(server: Started, operator: Client) {
  const made = await operator.post('/admin/tenants', { name: 'Erased' });
  const { tenant, token: gone } = made.body.data;
  const other = createClient(server, gone);
  await other.post('/v1/object-types', { name: 'things' });
  const { api } = server;
  const key = async () => (await api.post('/v1/keys', { scopes: ['read'] })).body.data;
  const [revoked, kept] = [await key(), await key()];
  const wide = (await api.post('/v1/keys', { scopes: ['*'] })).body.data;
  const given = { label: 'x', scopes: ['tenants:read'] };
  const platform = (await operator.post('/admin/keys', given)).body.data;
  const wider = (await operator.post('/admin/keys', { label: 'y', scopes: ['*'] })).body.data;
  const tenantId = (await api.get('/v1/tenants/current')).body.data.id;
  const visitor = createClient(server, undefined);
  const sign = (from: Client, path: string, email: string, password: string) =>
    from.post(`/v1/auth/${path}`, { email, password }, { 'x-tenant-id': tenantId });
  const password = 'a first password of Ada';
  const ada = (await sign(visitor, 'signup', 'ada@example.com', password)).body.data;
  const bob = (await sign(visitor, 'signup', 'bob@example.com', password)).body.data;
  const again = 'another password of Ada';
  return {
    async change(folder: string) {
      await api.delete(`/v1/keys/${revoked.key.id}`);
      await operator.delete(`/admin/keys/${platform.key.id}`);
      const narrow = { scopes: ['read'], ip_allowlist: ['127.0.0.0/8'] };
      expect((await api.patch(`/v1/keys/${wide.key.id}`, narrow)).status).toBe(200);
      const narrower = { scopes: ['flags'] };
      expect((await operator.patch(`/admin/keys/${wider.key.id}`, narrower)).status).toBe(200);
      await api.patch(`/v1/users/${bob.user.id}`, { banned: true });
      const changed = { current_password: password, new_password: again };
      const own = createClient(server, ada.access_token);
      expect((await own.post('/v1/auth/change-password', changed)).status).toBe(200);
      expect((await own.post('/v1/auth/signout', {})).status).toBe(200);
      const path = `/admin/tenants/${tenant.id}`;
      const asked = (await operator.delete(path)).body.error.confirm_token;
      const query = `force=true&confirm_token=${asked}&keep_journal_days=0`;
      const removed = await operator.delete(`${path}?${query}`);
      expect([removed.status, removed.body.error]).toEqual([200, undefined]);
      const erasure = await until(
        async () => (await operator.get(`${path}/erasure`)).body.data,
        ({ status, backups_until }) => status === 'waiting' && backups_until !== null,
      );
      expect(Date.parse(erasure.backups_until)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
      const [file = ''] = await readdir(join(folder, 'erasures'));
      const noted = JSON.parse(await readFile(join(folder, 'erasures', file), 'utf8'));
      expect(noted).toMatchObject({ tenant_id: tenant.id });
    },
    async expectAfter(back: Started) {
      const status = async (token: string, path: string) =>
        (await createClient(back, token).get(path)).status;
      expect(await status(gone, '/v1/object-types')).toBe(401);
      expect(await status(revoked.token, '/v1/object-types')).toBe(401);
      expect(await status(kept.token, '/v1/object-types')).toBe(200);
      expect(await status(platform.token, '/admin/tenants')).toBe(401);
      const narrow = createClient(back, wide.token);
      expect((await narrow.get('/v1/object-types')).status).toBe(200);
      expect((await narrow.post('/v1/object-types', { name: 'more' })).status).toBe(403);
      expect(await status(wider.token, '/admin/feature-flags')).toBe(200);
      expect(await status(wider.token, '/admin/tenants')).toBe(403);
      const guest = createClient(back, undefined);
      const codes = async (email: string, word: string) =>
        (await sign(guest, 'signin', email, word)).body.error?.code;
      expect(await codes('ada@example.com', password)).toBe('INVALID_CREDENTIALS');
      expect(await codes('ada@example.com', again)).toBeUndefined();
      expect(await codes('bob@example.com', password)).toBe('USER_BANNED');
      const refreshed = { refresh_token: ada.refresh_token };
      const ended = await guest.post('/v1/auth/refresh', refreshed);
      expect(ended.body.error.code).toBe('SESSION_REVOKED');
    },
  };
}

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

  // To a moment.
  const past = join(await temporaryFolder(), 'past');
  const to = ['--to', moment.toISOString()];
  const part = await restore([...to, ...from, '--data-dir', past, '--json']);
  expect([part.code, part.output]).toEqual([0, expect.stringContaining('"outbound_held": true')]);
  before = heard();
  const back = await startRestored(past, token, { ...keys, ...opened });
  const there = await idsIn(back.api);
  for (const id of early) expect(there).toContain(id);
  for (const id of late) expect(there).not.toContain(id);
  expect(part.output).toContain('"erased": 1');
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
  const damaged = await restore(['--to', 'latest', ...from, '--data-dir', none]);
  expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('damaged')]);
  expect((await readdir(none)).filter((name) => name.startsWith('postgres'))).toEqual([]);
});
