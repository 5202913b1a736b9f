import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Started } from '../durability/start.ts';
import { contentOf, upload } from '../files/support.ts';
import { type Client, createClient } from '../support/api.ts';
import { until } from '../support/until.ts';

/** Makes things that must not come back: a tenant that is deleted later, a user who is erased, keys that are revoked, a ban, a password and sessions that end. */
export async function settleIn(server: Started, operator: Client) {
  const made = await operator.post('/admin/tenants', { name: 'Erased' });
  const { tenant, token: gone } = made.body.data;
  const other = createClient(server, gone);
  await other.post('/v1/object-types', { name: 'things' });
  const { api } = server;
  const key = async (scopes: string[]) => (await api.post('/v1/keys', { scopes })).body.data;
  const [revoked, kept] = [await key(['read']), await key(['read', 'files'])];
  const given = { label: 'x', scopes: ['tenants:read'] };
  const platform = (await operator.post('/admin/keys', given)).body.data;
  const wide = (await api.post('/v1/keys', { scopes: ['*'] })).body.data;
  const wider = (await operator.post('/admin/keys', { label: 'y', scopes: ['*'] })).body.data;
  const tenantId = (await api.get('/v1/tenants/current')).body.data.id;
  const visitor = createClient(server, undefined);
  const sign = (from: Client, path: string, email: string, password: string) =>
    from.post(`/v1/auth/${path}`, { email, password }, { 'x-tenant-id': tenantId });
  const password = 'a first password of Ada';
  const ada = (await sign(visitor, 'signup', 'ada@example.com', password)).body.data;
  const bob = (await sign(visitor, 'signup', 'bob@example.com', password)).body.data;
  const eve = (await sign(visitor, 'signup', 'eve@example.com', password)).body.data;
  const again = 'another password of Ada';
  const file = await upload(api, 'bytes that are removed later');
  return {
    async change(folder: string) {
      await api.delete(`/v1/keys/${revoked.key.id}`);
      await operator.delete(`/admin/keys/${platform.key.id}`);
      const narrow = { scopes: ['read'], ip_allowlist: ['127.0.0.0/8'] };
      expect((await api.patch(`/v1/keys/${wide.key.id}`, narrow)).status).toBe(200);
      const narrower = { scopes: ['flags'] };
      expect((await operator.patch(`/admin/keys/${wider.key.id}`, narrower)).status).toBe(200);
      const sure = (await api.delete(`/v1/files/${file.id}?force=true`)).body.error.confirm_token;
      await api.delete(`/v1/files/${file.id}?force=true&confirm_token=${sure}`);
      await until(
        () => readdir(join(folder, 'files'), { recursive: true }).catch(() => []),
        // One that is being written ends otherwise.
        (names) => names.some((name) => /\/[0-9a-f]{64}\.[0-9a-f]+$/.test(name)),
      );
      await api.patch(`/v1/users/${bob.user.id}`, { banned: true });
      const changed = { current_password: password, new_password: again };
      const own = createClient(server, ada.access_token);
      expect((await own.post('/v1/auth/change-password', changed)).status).toBe(200);
      expect((await own.post('/v1/auth/signout', {})).status).toBe(200);
      const erasing = `/v1/users/${eve.user.id}`;
      const { confirm_token } = (await api.delete(`${erasing}?force=true&erase=true`)).body.error;
      const erased = `${erasing}?force=true&erase=true&confirm_token=${confirm_token}`;
      expect((await api.delete(erased)).status).toBe(200);
      await until(
        async () => (await api.get(`${erasing}/erasure`)).body.data,
        ({ status, backups_until }) => status === 'waiting' && backups_until !== null,
        240,
      );
      const path = `/admin/tenants/${tenant.id}`;
      const asked = (await operator.delete(path)).body.error.confirm_token;
      const query = `force=true&confirm_token=${asked}&keep_journal_days=0`;
      const removed = await operator.delete(`${path}?${query}`);
      expect([removed.status, removed.body.error]).toEqual([200, undefined]);
      const erasure = await until(
        async () => (await operator.get(`${path}/erasure`)).body.data,
        ({ status, backups_until }) => status === 'waiting' && backups_until !== null,
        240,
      );
      expect(Date.parse(erasure.backups_until)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
      const notedOf = async (id: string) => {
        const names = await readdir(join(folder, 'erasures'));
        const name = names.find((one) => one.endsWith(`-${id}.json`)) ?? '';
        return JSON.parse(await readFile(join(folder, 'erasures', name), 'utf8'));
      };
      expect(await notedOf(tenant.id)).toMatchObject({ tenant_id: tenant.id });
      const user = { tenant_id: tenantId, user_id: eve.user.id, at: expect.any(String) };
      expect(await notedOf(eve.user.id)).toEqual(user);
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
      const content = await fetch(`${back.url}${contentOf(file)}`, {
        headers: { authorization: `Bearer ${kept.token}` },
      });
      expect([content.status, await content.text()]).toEqual([200, 'bytes that are removed later']);
      const guest = createClient(back, undefined);
      const codes = async (email: string, word: string) =>
        (await sign(guest, 'signin', email, word)).body.error?.code;
      expect(await codes('ada@example.com', password)).toBe('INVALID_CREDENTIALS');
      expect(await codes('ada@example.com', again)).toBeUndefined();
      expect(await codes('bob@example.com', password)).toBe('USER_BANNED');
      expect(await codes('eve@example.com', password)).toBe('INVALID_CREDENTIALS');
      const all = createClient(back, api.token);
      expect((await all.get(`/v1/users/${eve.user.id}`)).status).toBe(404);
      const log = await all.get(`/v1/audit-logs?resource_id=${eve.user.id}&limit=100`);
      expect(JSON.stringify(log.body.data)).toContain('user.created');
      expect(JSON.stringify(log.body.data)).not.toContain('eve@example');
      const verified = (await all.get('/v1/audit-logs/verify')).body.data;
      expect([verified.valid, verified.redacted > 0]).toEqual([true, true]);
      const refreshed = { refresh_token: ada.refresh_token };
      const ended = await guest.post('/v1/auth/refresh', refreshed);
      expect(ended.body.error.code).toBe('SESSION_REVOKED');
    },
  };
}
