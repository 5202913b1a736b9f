import { describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const rotate = (keyId: string, body?: object) => api.post(`/v1/keys/${keyId}/rotate`, body);

describe('rotating a key', () => {
  it('replaces it at once with a new key that has the same settings', async () => {
    const settings = { label: 'Shop', rate_limit: 1000, ip_allowlist: ['127.0.0.0/8'] };
    const old = await api.withKey(['read', 'files'], settings);
    const { status, body } = await rotate(old.keyId);
    expect(status).toBe(200);
    const { old_key, new_key, token } = body.data;
    expect(new_key).toMatchObject({ ...settings, scopes: ['read', 'files'], status: 'active' });
    expect(new_key.id).not.toBe(old.keyId);
    expect(old_key).toMatchObject({ id: old.keyId, replaced_by: new_key.id, status: 'expired' });
    expect((await old.get('/v1/object-types')).status).toBe(401);
    expect((await api.as(token).get('/v1/object-types')).status).toBe(200);
  });

  it('keeps the old key valid for grace_period_seconds', async () => {
    const old = await api.withKey(['read']);
    const before = Date.now();
    const { old_key, token } = (await rotate(old.keyId, { grace_period_seconds: 3600 })).body.data;
    expect(old_key.status).toBe('rotating');
    const end = Date.parse(old_key.expires_at);
    expect(end).toBeGreaterThanOrEqual(before + 3_600_000 - 1000);
    expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000 + 1000);
    expect((await old.get('/v1/object-types')).status).toBe(200);
    expect((await api.as(token).get('/v1/object-types')).status).toBe(200);

    await server.db.query(
      `update app.api_keys set revoked_at = now() where tenant_id = $1 and id = $2`,
      [api.tenant.id, old.keyId],
    );
    expect((await old.get('/v1/object-types')).status).toBe(401);
    const listed = (await api.get('/v1/keys')).body.data;
    expect(listed.find((one: { id: string }) => one.id === old.keyId).status).toBe('expired');
  });

  it('can be completed early by revoking the old key', async () => {
    const old = await api.withKey(['read']);
    await rotate(old.keyId, { grace_period_seconds: 604_800 });
    await api.delete(`/v1/keys/${old.keyId}`);
    expect((await old.get('/v1/object-types')).status).toBe(401);
  });

  it('accepts a new label and other scopes', async () => {
    const old = await api.withKey(['read'], { label: 'Old' });
    const { new_key } = (await rotate(old.keyId, { label: 'New', scopes: ['write'] })).body.data;
    expect(new_key).toMatchObject({ label: 'New', scopes: ['write'] });
  });

  it.each([-1, 604_801, 1.5, '60', null])('refuses a grace period of %j', async (seconds) => {
    const { keyId } = await api.withKey(['read']);
    const { status, body } = await rotate(keyId, { grace_period_seconds: seconds });
    expect([status, body.error.param]).toEqual([400, 'grace_period_seconds']);
  });

  it('refuses a key that is revoked, rotated or expired', async () => {
    const revoked = await api.withKey(['read']);
    await api.delete(`/v1/keys/${revoked.keyId}`);
    const rotated = await api.withKey(['read']);
    await rotate(rotated.keyId, { grace_period_seconds: 60 });
    const expired = await api.withKey(['read']);
    await server.db.query(
      `update app.api_keys set expires_at = now() where tenant_id = $1 and id = $2`,
      [api.tenant.id, expired.keyId],
    );
    for (const { keyId } of [revoked, rotated, expired]) {
      const { status, body } = await rotate(keyId);
      expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    }
  });

  it('makes one new key of twenty simultaneous rotations', async () => {
    const { keyId } = await api.withKey(['read']);
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => rotate(keyId)))).map(
      (answer) => answer.status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(409)]);
  });
});
