import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient, createTenant, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useOwnDatabase();
const list = '/admin/feature-flags';
const operator = () => platformClient(server);
const flagsOf = async (client: { get: ReturnType<typeof createClient>['get'] }) =>
  (await client.get('/v1/feature-flags')).body.data.flags;

let sibling: Awaited<ReturnType<typeof server.sibling>> | undefined;
afterAll(() => sibling?.close());

/** The share of a tenant as a client can calculate it. */
const shareOf = (key: string, tenant: string) =>
  (createHash('sha256').update(`${key}:${tenant}`).digest().readUInt32BE(0) / 2 ** 32) * 100;

describe('a feature flag', () => {
  it('is off at first, and then on for all tenants, at once in every process', async () => {
    const api = await createTenant(server);
    const { status, body } = await operator().post(list, { key: 'export.v2' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...{ key: 'export.v2', description: '', is_enabled: false, percentage: 100 },
      ...{ is_public: false, overrides: { on: 0, off: 0 } },
    });
    sibling ??= await server.sibling();
    const other = createClient(sibling, api.token);
    expect(await flagsOf(other)).toEqual({ 'export.v2': false });
    await operator().patch(`${list}/export.v2`, { is_enabled: true });
    expect(await flagsOf(other)).toEqual({ 'export.v2': true });
    expect((await operator().get(`${list}/export.v2`)).body.data.is_enabled).toBe(true);
    const gone = await operator().delete(`${list}/export.v2`);
    expect(gone.body.data).toEqual({ id: 'export.v2', deleted: true });
    expect(await flagsOf(other)).toEqual({});
  });

  it('is for the tenants whose hash lies below its percentage, and for no fewer when that rises', async () => {
    const key = 'new-editor';
    await operator().post(list, { key, is_enabled: true, percentage: 0 });
    const tenants = await Promise.all(Array.from({ length: 12 }, () => createTenant(server)));
    let before = new Set<string>();
    for (const percentage of [0, 10, 33.5, 60, 100]) {
      await operator().patch(`${list}/${key}`, { percentage });
      const now = new Set<string>();
      for (const api of tenants) {
        const has = (await flagsOf(api))[key];
        expect(has).toBe(shareOf(key, api.tenant.id) < percentage);
        if (has) now.add(api.tenant.id);
      }
      expect(before.isSubsetOf(now)).toBe(true);
      before = now;
    }
    expect(before.size).toBe(tenants.length);
  });

  it('follows the features of a tenant first, and counts them', async () => {
    const key = 'beta';
    await operator().post(list, { key });
    const [on, off, odd] = [
      await createTenant(server),
      await createTenant(server),
      await createTenant(server),
    ];
    const give = (api: typeof on, features: object) =>
      operator().patch(`/admin/tenants/${api.tenant.id}`, { features });
    await give(on, { [key]: true, unknown: 'inert' });
    await give(off, { [key]: false });
    await give(odd, { [key]: 'yes' });
    expect((await flagsOf(on))[key]).toBe(true);
    expect(await flagsOf(on)).not.toHaveProperty('unknown');
    expect((await flagsOf(odd))[key]).toBe(false);
    await operator().patch(`${list}/${key}`, { is_enabled: true });
    expect((await flagsOf(off))[key]).toBe(false);
    expect((await flagsOf(odd))[key]).toBe(true);
    const listed = await operator().get(list);
    const found = listed.body.data.flags.find((flag: { key: string }) => flag.key === key);
    expect(found.overrides).toEqual({ on: 1, off: 1 });
  });

  it('is seen without a token only if it is public, in tenant-config as well', async () => {
    const api = await createTenant(server);
    await operator().post(list, { key: 'dark', is_enabled: true, is_public: true });
    await operator().post(list, { key: 'secret-plan', is_enabled: true });
    const visitor = createClient(server);
    const named = { 'X-Tenant-ID': api.tenant.id };
    const seen = await visitor.get('/v1/feature-flags', undefined, named);
    expect(seen.body.data.flags).toEqual({ dark: true });
    const config = await visitor.get('/v1/tenant-config', undefined, named);
    expect(config.body.data.flags).toEqual({ dark: true });
    expect((await visitor.get('/v1/feature-flags')).status).toBe(401);
    const { client } = await signUp(api);
    expect(await flagsOf(client)).toMatchObject({ dark: true, 'secret-plan': true });
    const { body } = await api.post('/v1/keys', { label: 'Files', scopes: ['files'] });
    expect(await flagsOf(createClient(server, body.data.token))).toMatchObject({
      'secret-plan': true,
    });
  });

  it.each([
    ['a key in capitals', { key: 'NewEditor' }, 400, 'VALIDATION_ERROR'],
    ['more than all tenants', { key: 'x', percentage: 101 }, 400, 'VALIDATION_ERROR'],
    ['an unknown field', { key: 'x', enabled: true }, 400, 'VALIDATION_ERROR'],
    ['a key that is taken', { key: 'taken' }, 409, 'ALREADY_EXISTS'],
  ])('refuses %s', async (_, body, status, code) => {
    await operator().post(list, { key: 'taken' });
    const refused = await operator().post(list, body);
    expect([refused.status, refused.body.error.code]).toEqual([status, code]);
  });

  it('is changed only with the scope flags', async () => {
    const { body } = await operator().post('/admin/keys', { label: 'x', scopes: ['settings'] });
    const client = createClient(server, body.data.token);
    for (const answer of [
      await client.get(list),
      await client.post(list, { key: 'x' }),
      await client.patch(`${list}/beta`, {}),
      await client.delete(`${list}/beta`),
    ])
      expect(answer.body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await operator().get(`${list}/none`)).status).toBe(404);
  });
});
