import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOn } from '../durability/rewind.ts';
import type { Started } from '../durability/start.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
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

/** What must not come back: a tenant that is deleted later, keys that are revoked, a ban, a password and sessions that end. */
async function settleIn(server: Started, operator: Client) {
  const made = await operator.post('/admin/tenants', { name: 'Erased' });
  const { tenant, token: gone } = made.body.data;
  const other = createClient(server, gone);
  await other.post('/v1/object-types', { name: 'things' });
  const { api } = server;
  const key = async () => (await api.post('/v1/keys', { scopes: ['read'] })).body.data;
  const [revoked, kept] = [await key(), await key()];
  const given = { label: 'x', scopes: ['tenants:read'] };
  const platform = (await operator.post('/admin/keys', given)).body.data;
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
  const damaged = await restore(['--to', 'latest', ...from, '--data-dir', none]);
  expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('damaged')]);
  expect((await readdir(none)).filter((name) => name.startsWith('postgres'))).toEqual([]);
});
