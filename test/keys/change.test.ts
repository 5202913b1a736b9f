import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const codeOf = async (call: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await call;
  return [status, body.error?.code];
};

describe('changing a key', () => {
  it('changes what is sent, and keeps the rest', async () => {
    const { keyId } = await api.withKey(['read'], { label: 'Before', rate_limit: 10 });
    const changed = await api.patch(`/v1/keys/${keyId}`, { label: 'After' });
    expect(changed.body.data).toMatchObject({ label: 'After', scopes: ['read'], rate_limit: 10 });
    const cleared = await api.patch(`/v1/keys/${keyId}`, {
      rate_limit: null,
      scopes: ['read', 'files'],
      ip_allowlist: ['192.0.2.7'],
    });
    expect(cleared.body.data).toMatchObject({
      label: 'After',
      scopes: ['read', 'files'],
      rate_limit: null,
      ip_allowlist: ['192.0.2.7/32'],
    });
    const { before, after, changed_by } = (
      await server.db.query(
        `select before, after, actor->>'type' as changed_by from app.journal
         where tenant_id = $1 and resource_id = $2 and type = 'key.updated' order by xid desc limit 1`,
        [api.tenant.id, keyId],
      )
    ).rows[0];
    expect([before.scopes, after.scopes, changed_by]).toEqual([
      ['read'],
      ['read', 'files'],
      'api_key',
    ]);
  });

  it('takes effect at the next call', async () => {
    const key = await api.withKey(['read']);
    expect((await key.get('/v1/object-types')).status).toBe(200);
    await api.patch(`/v1/keys/${key.keyId}`, { scopes: ['files'] });
    expect(await codeOf(key.get('/v1/object-types'))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    await api.patch(`/v1/keys/${key.keyId}`, { scopes: ['read'], ip_allowlist: ['192.0.2.0/24'] });
    expect(await codeOf(key.get('/v1/object-types'))).toEqual([403, 'IP_NOT_ALLOWED']);
  });

  it.each([
    ['an empty list of scopes', { scopes: [] }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['a bad network', { ip_allowlist: ['300.1.1.1'] }],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }],
  ])('refuses %s', async (_, settings) => {
    const { keyId } = await api.withKey(['read']);
    expect(await codeOf(api.patch(`/v1/keys/${keyId}`, settings))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('answers 404 for an unknown key, and the same for another tenant’s', async () => {
    const other = await createTenant(server);
    const theirs = (await other.get('/v1/keys')).body.data[0].id;
    for (const id of ['key_none', theirs]) {
      expect(await codeOf(api.patch(`/v1/keys/${id}`, { label: 'x' }))).toEqual([404, 'NOT_FOUND']);
      expect(await codeOf(api.delete(`/v1/keys/${id}`))).toEqual([404, 'NOT_FOUND']);
      expect(await codeOf(api.post(`/v1/keys/${id}/rotate`))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await other.get('/v1/keys')).body.data[0]).toMatchObject({
      status: 'active',
      label: 'First key',
    });
  });
});

describe('revoking a key', () => {
  it('ends it at once, and keeps its record', async () => {
    const key = await api.withKey(['read']);
    const revoked = await api.delete(`/v1/keys/${key.keyId}`);
    expect(revoked.status).toBe(200);
    expect(revoked.body.data).toMatchObject({ id: key.keyId, status: 'revoked' });
    expect(await codeOf(key.get('/v1/object-types'))).toEqual([401, 'INVALID_TOKEN']);
    const listed = (await api.get('/v1/keys')).body.data;
    expect(listed.find((one: { id: string }) => one.id === key.keyId).status).toBe('revoked');
  });

  it('can be repeated, and cannot be undone by a change', async () => {
    const key = await api.withKey(['read']);
    await api.delete(`/v1/keys/${key.keyId}`);
    expect((await api.delete(`/v1/keys/${key.keyId}`)).body.data.status).toBe('revoked');
    await api.patch(`/v1/keys/${key.keyId}`, {
      expires_at: null,
      revoked_at: null,
      status: 'active',
    });
    expect((await key.get('/v1/object-types')).status).toBe(401);
  });
});

describe('an expired key', () => {
  it('is refused by the clock of the database, until its expiry is extended', async () => {
    const key = await api.withKey(['read'], {
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect((await key.get('/v1/object-types')).status).toBe(200);
    await server.db.query(
      `update app.api_keys set expires_at = now() - interval '1 millisecond'
       where tenant_id = $1 and id = $2`,
      [api.tenant.id, key.keyId],
    );
    expect(await codeOf(key.get('/v1/object-types'))).toEqual([401, 'INVALID_TOKEN']);
    const listed = (await api.get('/v1/keys')).body.data;
    expect(listed.find((one: { id: string }) => one.id === key.keyId).status).toBe('expired');
    await api.patch(`/v1/keys/${key.keyId}`, { expires_at: null });
    expect((await key.get('/v1/object-types')).status).toBe(200);
  });
});
