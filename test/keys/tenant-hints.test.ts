import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const ours = useTenant(server, { name: 'Ours', slug: 'hinted' });
const theirs = useTenant(server, { name: 'Theirs', slug: 'not-hinted' });

/** fetch sends no Host header of the caller's choice. */
function statusAtHost(host: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const headers = { host, authorization: `Bearer ${ours.token}` };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: '/v1/object-types', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('a tenant named in addition to the token', () => {
  it.each(['header', 'query'] as const)('in the %s must be the token’s own', async (where) => {
    const status = async (tenant: string) => {
      const answer =
        where === 'header'
          ? await ours.get('/v1/object-types', undefined, { 'x-tenant-id': tenant })
          : await ours.get(`/v1/object-types?tenant_id=${tenant}`);
      return [answer.status, answer.body.error?.code];
    };
    expect(await status(ours.tenant.id)).toEqual([200, undefined]);
    expect(await status('hinted')).toEqual([200, undefined]);
    for (const tenant of [theirs.tenant.id, 'not-hinted', 'nobody', ''])
      expect(await status(tenant)).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('in the host must be the token’s own', async () => {
    const { host } = new URL(server.url);
    expect(await statusAtHost(host)).toBe(200);
    expect(await statusAtHost(`hinted.${host}`)).toBe(200);
    expect(await statusAtHost(`HINTED.${host}`)).toBe(200);
    expect(await statusAtHost(`not-hinted.${host}`)).toBe(403);
    expect(await statusAtHost('somewhere.example')).toBe(200);
  });

  it('in the body must be the token’s own', async () => {
    const foreign = { tenant_id: theirs.tenant.id };
    for (const [path, body] of [
      ['/v1/object-types', { name: 'notes' }],
      ['/v1/keys', { scopes: ['read'] }],
    ] as const) {
      const { status, body: answer } = await ours.post(path, { ...body, ...foreign });
      expect([status, answer.error.code]).toEqual([403, 'TENANT_MISMATCH']);
    }
    expect((await theirs.get('/v1/object-types')).body.data).toEqual([]);
    expect((await theirs.get('/v1/keys')).body.data).toHaveLength(1);
    const own = await ours.post('/v1/object-types', { name: 'notes', tenant_id: ours.tenant.id });
    expect(own.body.data.tenant_id).toBe(ours.tenant.id);
  });

  it('must match the token in every place where it is sent', async () => {
    const headers = { 'x-tenant-id': 'hinted' };
    const path = `/v1/object-types?tenant_id=${theirs.tenant.id}`;
    expect((await ours.get(path, undefined, headers)).status).toBe(403);
  });
});
