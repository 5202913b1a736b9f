import { describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { platformScopes } from '../../src/operations/route-caller.ts';
import { createClient, createTenant, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { newKey } from './keys.ts';

const server = useOwnDatabase({ ADMIN_GRAPHQL: 'on' });
const all = routes.filter(({ scope }) => scope === 'platform');
const ofOneScope = all.filter(({ platformScope }) => platformScope !== 'by_field');

describe('every operation of the operator', () => {
  it('names the scope that its key needs, a reading one for each GET', () => {
    const known = [...platformScopes.filter((scope) => scope !== '*'), 'by_field'];
    const without = all.filter(({ platformScope }) => !known.includes(platformScope ?? ''));
    expect(without.map(({ id }) => id)).toEqual([]);
    const wrong = all.filter(
      ({ method, platformScope = '' }) =>
        method === 'GET' && /:write$|^restore$/.test(platformScope),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
    const others = routes.filter(
      ({ scope, platformScope }) => scope !== 'platform' && platformScope,
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  const single = platformScopes.filter((scope) => scope !== '*');
  it.each(single)('is refused to a key with only %s, but for those that need it', async (held) => {
    const { token } = await newKey(server, [held]);
    const passed: string[] = [];
    for (const { id, method, path } of ofOneScope) {
      const url = server.url + path.replaceAll(/:\w+/g, 'none_0');
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      const text = await response.text();
      expect([id, response.status]).not.toEqual([id, 401]);
      const { error } = JSON.parse(text.startsWith('{') ? text : '{}') as {
        error?: { code: string };
      };
      if (error?.code !== 'INSUFFICIENT_SCOPE') passed.push(id);
    }
    const needing = ofOneScope.filter(({ platformScope }) => platformScope === held);
    expect(passed).toEqual(needing.map(({ id }) => id));
  });
});

describe('a platform key cannot make or become a larger one:', () => {
  const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];

  it('it creates only what it holds, within its addresses and its time', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const { client } = await newKey(server, ['keys', 'owner:read'], {
      ...{ ip_allowlist: ['127.0.0.0/8'], expires_at: until },
    });
    const make = (scopes: string[], more: object = {}) =>
      client.post('/admin/keys', { label: 'x', scopes, ...more });
    for (const scopes of [['*'], ['owner:write'], ['keys', 'owner:read', 'audit']])
      expect(code(await make(scopes))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    for (const more of [
      { ip_allowlist: [] },
      { ip_allowlist: ['127.0.0.1', '192.0.2.1'] },
      { ip_allowlist: ['0.0.0.0/0'] },
      { expires_at: null },
      { expires_at: later },
    ])
      expect(code(await make(['keys'], more))).toEqual([403, 'FORBIDDEN']);
    const made = await make(['owner:read']);
    expect(made.status).toBe(201);
    expect(made.body.data.key).toMatchObject({ ip_allowlist: ['127.0.0.0/8'] });
    expect(Date.parse(made.body.data.key.expires_at)).toBe(Date.parse(until));
  });

  it('it changes, rotates and revokes neither larger keys nor itself into one', async () => {
    const larger = await newKey(server, ['owner:read', 'owner:write']);
    const { client, key } = await newKey(server, ['keys', 'owner:read'], {
      ip_allowlist: ['127.0.0.1'],
    });
    const wide = await newKey(server, ['owner:read']);
    const path = (id: string) => `/admin/keys/${id}`;
    for (const { id } of [larger.key, wide.key])
      for (const answer of [
        await client.patch(path(id), { label: 'mine' }),
        await client.post(`${path(id)}/rotate`, {}),
        await client.delete(path(id)),
      ])
        expect(answer.status).toBe(403);
    expect(code(await client.patch(path(key.id), { scopes: ['*'] }))).toEqual([
      ...[403, 'INSUFFICIENT_SCOPE'],
    ]);
    expect(code(await client.patch(path(key.id), { ip_allowlist: [] }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await client.patch(path(key.id), { label: 'Renamed' })).status).toBe(200);
    const rotated = await client.post(`${path(key.id)}/rotate`, { grace_period_seconds: 600 });
    expect(rotated.body.data.new_key).toMatchObject({
      ...{ scopes: ['keys', 'owner:read'], ip_allowlist: ['127.0.0.1/32'] },
    });
    // In its grace it cannot make a key that outlives it.
    const outliving = { label: 'x', scopes: ['keys'], expires_at: null };
    expect(code(await client.post('/admin/keys', outliving))).toEqual([403, 'FORBIDDEN']);
  });

  it('a key of a tenant that it makes opens nothing under /admin', async () => {
    const tenant = await createTenant(server);
    const { client } = await newKey(server, ['tenants:write']);
    const { body } = await client.post(`/admin/tenants/${tenant.tenant.id}/keys`, {
      scopes: ['*'],
    });
    expect(code(await createClient(server, body.data.token).get('/admin/keys'))).toEqual([
      ...[403, 'FORBIDDEN'],
    ]);
  });

  it('GraphQL asks for the scope of each field, however deep it is', async () => {
    const tenant = await createTenant(server);
    const reader = (await newKey(server, ['tenants:read'])).client;
    const ask = async (client: typeof reader, query: string) => {
      const { body } = await client.post('/admin/graphql', { query });
      // A question is refused as a whole, a change by itself.
      const { code, details } = body.error ?? body.errors?.[0].extensions ?? {};
      return code ? `${code} ${details.required}` : 'ok';
    };
    const id = JSON.stringify(tenant.tenant.id);
    expect(await ask(reader, '{ tenants(first: 1) { nodes { id } totalCount } }')).toBe('ok');
    expect(await ask(reader, '{ __schema { queryType { name } } __typename }')).toBe('ok');
    const cases: Record<string, string> = {
      [`{ tenant(id: ${id}) { journal(first: 1) { totalCount } } }`]: 'audit',
      '{ journalEntries(first: 1) { nodes { type } } }': 'audit',
      '{ query { query { ...j } } } fragment j on Query { journalEntries(first: 1) { totalCount } }':
        'audit',
      [`{ tenant(id: ${id}) { jobs(first: 1) { totalCount } } }`]: 'infra:read',
      '{ deadLetters(first: 1) { pageInfo { hasNextPage } } }': 'infra:read',
      '{ plans(first: 1) { edges { node { name } } } }': 'owner:read',
      [`mutation { tenantSuspend(tenantId: ${id}) }`]: 'tenants:write',
      [`mutation { tenantKeyCreate(tenantId: ${id}, scopes: ["*"]) }`]: 'tenants:write',
      'mutation { platformKeyCreate(label: "x", scopes: ["tenants:read"]) }': 'keys',
      'mutation { accountingRecordDelete(recordId: "rec_0") }': 'owner:write',
    };
    for (const [query, needed] of Object.entries(cases))
      expect([query, await ask(reader, query)]).toEqual([query, `INSUFFICIENT_SCOPE ${needed}`]);
    const auditor = (await newKey(server, ['audit'])).client;
    expect(await ask(auditor, '{ journalEntries(first: 1) { nodes { type } } }')).toBe('ok');
    expect(await ask(auditor, '{ journalEntries(first: 1) { nodes { tenant { id } } } }')).toBe(
      'INSUFFICIENT_SCOPE tenants:read',
    );
    const keeper = (await newKey(server, ['keys'])).client;
    const larger = 'mutation { platformKeyCreate(label: "x", scopes: ["tenants:write"]) }';
    expect(await ask(keeper, larger)).toBe('INSUFFICIENT_SCOPE tenants:write');
    const { body } = await platformClient(server).get(`/admin/tenants/${tenant.tenant.id}`);
    expect(body.data.status).toBe('active');
  });

  it('every view of GraphQL has a scope of its own', async () => {
    const query = '{ __schema { types { kind name } } }';
    const { body } = await platformClient(server).post('/admin/graphql', { query });
    const { scopeOfType } = await import(
      '../../src/groups/operator-graphql/graphql/field-scopes.ts'
    );
    const unknown = body.data.__schema.types.filter(
      ({ kind, name }: { kind: string; name: string }) =>
        kind === 'OBJECT' && name !== 'Mutation' && scopeOfType(name) === '*',
    );
    expect(unknown).toEqual([]);
  });
});
