import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { newKey } from './keys.ts';

const server = useOwnDatabase();

describe('a platform key', () => {
  it('is shown once with its token, then in the list without it, above the key env', async () => {
    const operator = platformClient(server);
    const { status, body } = await operator.post('/admin/keys', {
      label: 'Billing',
      scopes: ['owner:read'],
    });
    expect(status).toBe(201);
    const { key, token } = body.data;
    expect(token).toMatch(/^insp_[0-9A-Za-z]{49}$/);
    expect(key).toMatchObject({
      ...{ label: 'Billing', scopes: ['owner:read'], ip_allowlist: [], expires_at: null },
      ...{ last4: token.slice(-4), last_used_at: null, status: 'active', created_by: 'env' },
    });
    const listed = await operator.get('/admin/keys');
    expect(listed.body.data[0]).toEqual(key);
    expect(listed.body.data.at(-1)).toMatchObject({ id: 'env', scopes: ['*'], last4: null });
    expect(listed.headers.get('x-total-count')).toBe(String(listed.body.data.length));
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(5, 40));
    expect(JSON.stringify(listed.body)).not.toContain(server.platformKey.slice(5));
    expect((await operator.get(`/admin/keys/${key.id}`)).body.data).toEqual(key);
    const { rows } = await server.db.query(
      'select to_jsonb(k)::text as text from app.platform_keys k',
    );
    expect(JSON.stringify(rows)).not.toContain(token.slice(5, 40));
  });

  it('is the variable PLATFORM_ADMIN_KEY as env, which cannot be changed here', async () => {
    const operator = platformClient(server);
    const env = '/admin/keys/env';
    expect((await operator.get(env)).body.data).toMatchObject({ id: 'env', status: 'active' });
    for (const { status, body } of [
      await operator.patch(env, { label: 'x' }),
      await operator.delete(env),
      await operator.post(`${env}/rotate`, {}),
    ])
      expect([status, body.error.code, body.error.message]).toEqual([
        409,
        'INVALID_STATE',
        expect.stringContaining('restart'),
      ]);
  });

  it('may only what its scopes name, as they are now', async () => {
    const { client, key } = await newKey(server, ['tenants:read']);
    expect((await client.get('/admin/tenants')).status).toBe(200);
    const { status, body } = await client.post('/admin/tenants', { name: 'Acme' });
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(body.error.details).toEqual({ required: 'tenants:write', held: ['tenants:read'] });
    await platformClient(server).patch(`/admin/keys/${key.id}`, { scopes: ['owner:read'] });
    expect((await client.get('/admin/tenants')).status).toBe(403);
    expect((await client.get('/owner/plans')).status).toBe(200);
  });

  it('ends at once in every process when it is revoked or expires', async () => {
    const { client, key, token } = await newKey(server, ['tenants:read']);
    const sibling = await server.sibling();
    onTestFinished(() => sibling.close());
    const other = createClient(sibling, token);
    const both = async () => [
      (await client.get('/admin/tenants')).status,
      (await other.get('/admin/tenants')).status,
    ];
    expect(await both()).toEqual([200, 200]);
    await server.db.query(
      `update app.platform_keys set expires_at = now() - interval '1 second' where id = $1`,
      [key.id],
    );
    expect(await both()).toEqual([401, 401]);
    await server.db.query('update app.platform_keys set expires_at = null where id = $1', [key.id]);
    expect(await both()).toEqual([200, 200]);
    const revoked = await platformClient(server).delete(`/admin/keys/${key.id}`);
    expect(revoked.body.data).toMatchObject({ id: key.id, status: 'revoked' });
    expect(await both()).toEqual([401, 401]);
    const again = await platformClient(server).patch(`/admin/keys/${key.id}`, { label: 'x' });
    expect(again.body.error.code).toBe('INVALID_STATE');
  });

  it('works only from the addresses of its list', async () => {
    const elsewhere = await newKey(server, ['*'], { ip_allowlist: ['192.0.2.0/24'] });
    const { status, body } = await elsewhere.client.get('/admin/tenants');
    expect([status, body.error.code]).toEqual([403, 'IP_NOT_ALLOWED']);
    const here = await newKey(server, ['*'], { ip_allowlist: ['127.0.0.0/8'] });
    expect((await here.client.get('/admin/tenants')).status).toBe(200);
    const operator = platformClient(server);
    const bad = await operator.post('/admin/keys', {
      ...{ label: 'x', scopes: ['*'], ip_allowlist: ['nowhere'] },
    });
    expect([bad.status, bad.body.error.param]).toEqual([400, 'ip_allowlist[0]']);
  });

  it('is replaced by a rotation, and works on for the grace', async () => {
    const operator = platformClient(server);
    const { client, key } = await newKey(server, ['owner:read'], { label: 'CI' });
    const path = `/admin/keys/${key.id}/rotate`;
    const rotated = await operator.post(path, { grace_period_seconds: 3600 });
    expect(rotated.body.data).toMatchObject({
      old_key: { id: key.id, status: 'rotating', expires_at: expect.any(String) },
      new_key: { label: 'CI', scopes: ['owner:read'], status: 'active' },
    });
    const fresh = createClient(server, rotated.body.data.token);
    expect((await client.get('/owner/plans')).status).toBe(200);
    expect((await fresh.get('/owner/plans')).status).toBe(200);
    expect((await operator.post(path, {})).body.error.code).toBe('INVALID_STATE');
    const next = await operator.post(`/admin/keys/${rotated.body.data.new_key.id}/rotate`, {});
    expect((await fresh.get('/owner/plans')).status).toBe(401);
    expect((await createClient(server, next.body.data.token).get('/owner/plans')).status).toBe(200);
  });

  it('is a token that is told from junk without the database, and that tenants refuse', async () => {
    const { token } = await newKey(server, ['*']);
    const status = async (text: string, path = '/admin/tenants') => {
      const { status, body } = await createClient(server, text).get(path);
      return [status, body.error?.code];
    };
    const typo = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect(await status(typo)).toEqual([401, 'INVALID_TOKEN']);
    expect(await status(token, '/v1/object-types')).toEqual([403, 'FORBIDDEN']);
  });

  it('counts against the address when it is no longer good, and a known one is let in all the same', async () => {
    const [gone, known, unknown] = [
      await newKey(server, ['audit']),
      await newKey(server, ['tenants:read']),
      await newKey(server, ['tenants:read']),
    ];
    await platformClient(server).delete(`/admin/keys/${gone.key.id}`);
    const other = await server.sibling();
    onTestFinished(() => other.close());
    const status = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${other.url}/admin/tenants`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await status(known.token)).toBe(200);
    for (let n = 0; n < 600; n++) await status(gone.token);
    expect(await status(gone.token)).toBe(429);
    expect(await status(unknown.token)).toBe(429);
    expect(await status(known.token)).toBe(200);
    expect(await status(other.platformKey)).toBe(200);
  });

  it('has the time of its last use, which is written once a minute', async () => {
    const { key, token } = await newKey(server, ['tenants:read']);
    const other = await server.sibling();
    await createClient(other, token).get('/admin/tenants');
    await other.close();
    const { body } = await platformClient(server).get(`/admin/keys/${key.id}`);
    expect(body.data).toMatchObject({
      last_used_at: expect.any(String),
      last_used_ip: '127.0.0.1',
    });
  });

  it('reads /metrics with the scope metrics, and nothing else does', async () => {
    const { token } = await newKey(server, ['metrics']);
    const read = (bearer: string) =>
      fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await read(token)).status).toBe(200);
    const lesser = await newKey(server, ['tenants:read', 'audit']);
    expect((await read(lesser.token)).status).toBe(403);
  });
});
