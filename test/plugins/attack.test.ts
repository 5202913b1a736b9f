import { beforeEach, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { path } from './support.ts';

const server = useServer({ WORKER: 'on' });
let api: TenantClient;
let other: TenantClient;
beforeEach(async () => {
  [api, other] = [await createTenant(server), await createTenant(server)];
  await good(api.post('/v1/object-types', { name: 'orders' }));
});

const manifest = (parts: object) => ({ name: 'evil', version: '1.0.0', ...parts });
const install = (parts: object, client: Client = api) =>
  client.post(path, { manifest_json: manifest(parts) });

describe('a manifest is refused that', () => {
  it.each([
    [{ permissions: ['*'] }, 'manifest_json.permissions[0]'],
    [{ permissions: ['everything'] }, 'manifest_json.permissions[0]'],
    [{ name: '../x' }, 'manifest_json.name'],
    [{ version: 'new' }, 'manifest_json.version'],
    [{ automation: [] }, 'manifest_json.automation'],
    [{ automations: [{}] }, 'manifest_json.automations[0].name'],
    [{ automations: [{ name: 'x'.repeat(300) }] }, 'manifest_json.automations[0].name'],
    [{ roles: [{ name: 'a' }, { name: 'a' }] }, 'manifest_json.roles[1]'],
    [{ object_types: [{ name: 'Bad Name' }] }, 'manifest_json.object_types[0].name'],
    [{ object_types: [{ name: 'a', properties: 3 }] }, 'manifest_json.object_types[0].properties'],
    [{ object_types: [{ name: 'a', tenant_id: 'x' }] }, 'manifest_json.object_types[0].tenant_id'],
    [
      { object_types: [{ name: 'a', properties: [{ name: 'b', data_type: 'blob' }] }] },
      'manifest_json.object_types[0].properties[0].data_type',
    ],
    [
      { properties: [{ name: 'b', data_type: 'string' }] },
      'manifest_json.properties[0].object_type',
    ],
    [{ roles: [{ name: 'a', parent_role_id: { $ref: 'roles/none' } }] }, 'manifest_json.roles[0]'],
    [
      {
        roles: [
          { name: 'a', parent_role_id: { $ref: 'roles/b' } },
          { name: 'b', parent_role_id: { $ref: 'roles/a' } },
        ],
      },
      'manifest_json.roles[0]',
    ],
    [{ roles: Array.from({ length: 1001 }, (_, n) => ({ name: `r${n}` })) }, 'manifest_json.roles'],
    [{ settings_schema: { type: 'nonsense' } }, 'manifest_json.settings_schema'],
    [
      { settings_schema: { properties: { a: { pattern: '(a+)+$' } } } },
      'manifest_json.settings_schema',
    ],
    [
      { functions: [{ name: 'f', trigger_type: 'manual', code: 'not code' }] },
      'manifest_json.functions[0].code',
    ],
    [{ webhooks: [{ url: 'http://127.0.0.1/hook' }] }, 'manifest_json.webhooks[0].url'],
    [{ webhooks: [{ url: 'http://169.254.169.254/' }] }, 'manifest_json.webhooks[0].url'],
  ])('%j', async (parts, param) => {
    expect(await refusal(install(parts))).toEqual([400, param]);
  });

  it('is deeper or larger than any request', async () => {
    let deep: object = {};
    for (let n = 0; n < 100; n++) deep = { deep };
    expect((await install({ settings_schema: deep })).status).toBe(400);
    expect((await install({ description: 'x'.repeat(6_000_000) })).status).toBe(413);
  });

  it('names __proto__ or constructor, unless that is only a name', async () => {
    const text = JSON.stringify(manifest({})).replace('{', '{"__proto__": {"name": "other"},');
    const answer = await api.post(path, { manifest_json: JSON.parse(text) });
    expect(answer.status).toBe(400);
    const types = [
      { name: 'constructor', properties: [{ name: 'toString', data_type: 'string' }] },
    ];
    expect(
      (await install({ permissions: ['object_types:manage'], object_types: types })).status,
    ).toBe(201);
  });
});

describe('a plugin', () => {
  it('makes nothing beyond its permissions, whatever the rights of its installer', async () => {
    const roles = [{ name: 'boss', permissions: ['users:manage'] }];
    const automations = [{ name: 'x', trigger_event: 'manual', actions: [] }];
    const refused = await install({ automations });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('Add it to the permissions of its manifest'),
    ]);
    // A role of its own is no way to more.
    expect(await refusal(install({ permissions: ['roles:manage'], roles }))).toEqual([
      403,
      'manifest_json.roles[0]',
    ]);
    const all = [{ name: 'boss', permissions: ['*'] }];
    expect((await install({ permissions: ['roles:manage', 'users:*'], roles: all })).status).toBe(
      403,
    );
  });

  it('does nothing later that its permissions do not name', async () => {
    const make = { type: 'create_object', config: { object_type_id: 'orders', properties: {} } };
    const code =
      'export default (_, ctx) => ctx.api.post("/v1/objects/orders", { properties: {} })';
    const parts = {
      permissions: ['automations:manage', 'functions:manage', 'objects:read'],
      automations: [{ name: 'Make', trigger_event: 'manual', actions: [make] }],
      functions: [{ name: 'Make', trigger_type: 'manual', code }],
    };
    const plugin = await good(install(parts));
    const part = (kind: string) =>
      plugin.parts.find((one: { kind: string }) => one.kind === kind).id;
    const automation = `/v1/automations/${part('automations')}`;
    const runs = () => good(api.get(`${automation}/runs`));
    const ended = async () => {
      const { run_id } = await good(api.post(`${automation}/trigger`, {}));
      const { runs: all } = await until(runs, ({ runs: now }) =>
        now.some(
          (run: { id: string; status: string }) =>
            run.id === run_id && !/queued|running/.test(run.status),
        ),
      );
      return all.find((run: { id: string }) => run.id === run_id).status;
    };
    const execute = async () =>
      (await api.post(`/v1/functions/${part('functions')}/execute`, {})).status;
    expect([await ended(), await execute()]).toEqual(['failed', 400]);
    expect((await good(api.post('/v1/objects/orders/search', {}))).results).toEqual([]);

    const permissions = [...parts.permissions, 'objects:write'];
    await good(
      api.patch(`${path}/${plugin.id}`, { manifest_json: manifest({ ...parts, permissions }) }),
    );
    expect([await ended(), await execute()]).toEqual(['succeeded', 200]);
  });

  it('does no more than its installer may', async () => {
    const { client } = await createUser(api, { role: 'user' });
    expect((await client.get(path)).status).toBe(403);
    expect((await install({}, client)).status).toBe(403);
    const writer = await api.withKey(['write']);
    const types = { permissions: ['object_types:manage'], object_types: [{ name: 'mine' }] };
    expect((await install(types, writer)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    const reader = await api.withKey(['read']);
    for (const call of [
      reader.post(path, { name: 'crm' }),
      reader.patch(`${path}/plg_x`, {}),
      reader.delete(`${path}/plg_x`),
    ])
      expect((await call).status).toBe(403);
  });

  it('reaches nothing of another tenant by its id', async () => {
    const type = await good(other.post('/v1/object-types', { name: 'theirs' }));
    const role = await good(other.post('/v1/roles', { name: 'theirs' }));
    const permissions = ['object_types:manage', 'roles:manage'];
    const properties = [{ object_type: type.id, name: 'x', data_type: 'string' }];
    expect(await refusal(install({ permissions, properties }))).toEqual([
      404,
      'manifest_json.properties[0]',
    ]);
    const roles = [{ name: 'mine', parent_role_id: role.id }];
    expect(await refusal(install({ permissions, roles }))).toEqual([404, 'manifest_json.roles[0]']);
    const { id } = await good(other.post(path, { name: 'crm' }));
    for (const call of [
      api.get(`${path}/${id}`),
      api.patch(`${path}/${id}`, { enabled: false }),
      api.delete(`${path}/${id}?keep_data=true`),
    ])
      expect((await call).status).toBe(404);
  });

  it('removes nothing that it has not made', async () => {
    const permissions = ['object_types:manage'];
    const note = { object_type: 'orders', name: 'note', data_type: 'string' };
    await good(
      api.post('/v1/object-types/orders/properties', { name: 'total', data_type: 'number' }),
    );
    expect(
      await refusal(install({ permissions, properties: [{ ...note, name: 'total' }] })),
    ).toEqual([409, 'manifest_json.properties[0]']);
    const { id } = await good(install({ permissions, properties: [note] }));
    // Its manifest says that it has a type, and then that it has none any more: it never had one.
    expect(
      await refusal(
        api.patch(`${path}/${id}`, {
          manifest_json: manifest({ permissions, object_types: [{ name: 'orders' }] }),
        }),
      ),
    ).toEqual([409, 'manifest_json.object_types[0]']);
    await good(api.delete(`${path}/${id}`));
    const left = await good(api.get('/v1/object-types/orders/properties'));
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['total']);
  });

  it('sends a secret nowhere that its author did not see', async () => {
    const settings_schema = {
      type: 'object',
      properties: { token: { type: 'string', writeOnly: true } },
    };
    const hook = {
      description: 'h',
      url: 'https://example.com/a',
      headers: { 'x-token': { $setting: 'token' } },
    };
    const parts = {
      permissions: ['webhooks:manage', 'objects:read'],
      settings_schema,
      webhooks: [hook],
    };
    const plugin = await good(
      api.post(path, {
        manifest_json: manifest(parts),
        config_json: { token: 'first-secret-word' },
      }),
    );
    const { config_json } = plugin;
    const [{ headers }] = await good(api.get('/v1/webhooks'));
    expect(headers).toEqual({ 'x-token': '••••' });
    for (const clear of [
      { description: 'h', url: { $setting: 'token' } },
      { ...hook, filters: [{ property: 'data.a', operator: 'eq', value: { $setting: 'token' } }] },
    ]) {
      const manifest_json = { ...manifest({ ...parts, webhooks: [clear] }), name: 'in-clear' };
      expect(
        await refusal(api.post(path, { manifest_json, config_json: { token: 'second-word' } })),
      ).toEqual([400, 'manifest_json.webhooks[0]']);
    }
    const moved = manifest({ ...parts, webhooks: [{ ...hook, url: 'https://evil.example.com/' }] });
    const one = `${path}/${plugin.id}`;
    for (const body of [{ manifest_json: moved }, { manifest_json: moved, config_json }])
      expect(await refusal(api.patch(one, body))).toEqual([400, 'config_json.token']);
    expect(await refusal(api.patch(one, { config_json: { token: '••••else' } }))).toEqual([
      400,
      'config_json.token',
    ]);
    // Nor by way of another part.
    const functions = [{ name: 'f', trigger_type: 'manual', code: 'export default () => 1' }];
    const more = manifest({ ...parts, functions });
    expect(await refusal(api.patch(one, { manifest_json: more }))).toEqual([
      400,
      'config_json.token',
    ]);
    await good(api.patch(one, { config_json }));
    await good(api.patch(one, { manifest_json: manifest({ ...parts, description: 'Hooks' }) }));
    await good(
      api.patch(one, { manifest_json: moved, config_json: { token: 'second-secret-word' } }),
    );
    const { rows } = await server.db.query(
      `select config_json::text || secrets::text || manifest_json::text as stored from app.plugins where tenant_id = $1`,
      [api.tenant.id],
    );
    expect(rows[0].stored).not.toMatch(/secret-word/);
  });
});
