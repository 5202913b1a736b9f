import { beforeEach, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { rowsOf } from './rows.ts';
import { path } from './support.ts';

const server = useServer({ WORKER: 'on' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const permissions = [
  'object_types:manage',
  'objects:write',
  'functions:manage',
  'automations:manage',
  'workflows:manage',
  'webhooks:manage',
  'scheduled_jobs:manage',
  'forms:manage',
  'roles:manage',
  'dashboards:manage',
];

/** A manifest of a bit of everything, in which parts refer to others. */
const shop = (changes: object = {}) => ({
  name: 'shop',
  title: 'Shop',
  version: '1.0.0',
  permissions,
  settings_schema: {
    type: 'object',
    properties: {
      greeting: { type: 'string', default: 'Hello' },
      token: { type: 'string', writeOnly: true },
    },
    additionalProperties: false,
  },
  object_types: [
    {
      name: 'orders',
      properties: [
        { name: 'total', data_type: 'number', is_indexed: true },
        { name: 'note', data_type: 'string' },
      ],
    },
  ],
  roles: [{ name: 'seller', permissions: ['objects:write'] }],
  functions: [
    {
      name: 'Greet',
      trigger_type: 'manual',
      code: "export default (input, ctx) => [ctx.env.GREETING, input.who].join(', ')",
      env: { GREETING: { $setting: 'greeting' } },
    },
  ],
  automations: [
    {
      name: 'Welcome',
      trigger_event: 'object.created',
      object_type_id: 'orders',
      actions: [
        {
          key: 'greeted',
          type: 'function',
          config: { function_id: { $ref: 'functions/Greet' }, input: { who: 'you' } },
        },
        {
          type: 'update_object',
          config: {
            object_type_id: 'orders',
            object_id: '{{trigger.data.id}}',
            properties: { note: '{{steps.greeted.output}}' },
          },
        },
      ],
    },
  ],
  ...changes,
});

const install = (manifest: object, more: object = {}) =>
  good(api.post(path, { manifest_json: manifest, ...more }));
const noteOf = async () => {
  const { id } = await good(api.post('/v1/objects/orders', { properties: { total: 1 } }));
  const note = async () => (await good(api.get(`/v1/objects/orders/${id}`))).properties.note;
  return until(note, (text) => text !== undefined);
};

describe('a manifest', () => {
  it('is installed as one; its parts find each other and its settings', async () => {
    const plugin = await install(shop(), { config_json: { token: 'a long secret token' } });
    expect(plugin).toMatchObject({
      id: expect.stringMatching(/^plg_/),
      slug: 'shop',
      name: 'Shop',
      version: '1.0.0',
      permissions: permissions.toSorted(),
      config_json: { greeting: 'Hello', token: '••••oken' },
      status: 'enabled',
      enabled: true,
      installed_by: null,
    });
    expect(
      plugin.parts.map(({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`),
    ).toEqual([
      'automations/Welcome',
      'functions/Greet',
      'object_types/orders',
      'properties/orders.note',
      'properties/orders.total',
      'roles/seller',
    ]);
    expect(plugin.changes).toHaveLength(6);
    expect(await noteOf()).toBe('Hello, you');
    const { changes: _, ...shown } = plugin;
    expect(await good(api.get(`${path}/${plugin.id}`))).toEqual(shown);
    const { manifest_json, parts, ...summary } = shown;
    expect(await good(api.get(path))).toEqual([summary]);
    const { rows } = await server.db.query(
      `select type, before::text || after::text ~ 'long secret' as tells from app.journal
       where tenant_id = $1 and resource_type = 'plugin'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ type: 'plugin.installed', tells: null }]);
  });

  it('is tried first with a dry run, which lists what it would make', async () => {
    const before = await rowsOf(server.db, api.tenant.id);
    const { body } = await api.post(`${path}?dry_run=true`, { manifest_json: shop() });
    expect(body).toMatchObject({ dry_run: true, data: { permissions: permissions.toSorted() } });
    expect(body.data.changes).toContainEqual({
      action: 'create',
      kind: 'properties',
      key: 'orders.total',
    });
    expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
  });

  it('is installed whole or not at all', async () => {
    const before = await rowsOf(server.db, api.tenant.id);
    const automations = [
      { name: 'Bad', trigger_event: 'object.created', object_type_id: 'nowhere', actions: [] },
    ];
    expect(await refusal(api.post(path, { manifest_json: shop({ automations }) }))).toEqual([
      404,
      'manifest_json.automations[0]',
    ]);
    expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
    await good(api.post('/v1/object-types', { name: 'orders' }));
    expect(await refusal(api.post(path, { manifest_json: shop() }))).toEqual([
      409,
      'manifest_json.object_types[0]',
    ]);
  });
});

describe('an upgrade', () => {
  const upgrade = (id: string, manifest: object, query = '', more: object = {}) =>
    api.patch(`${path}/${id}${query}`, { manifest_json: manifest, ...more });

  it('makes what is new and changes what differs, and leaves alone what others have changed', async () => {
    const { id, parts } = await install(shop());
    const part = (kind: string) => parts.find((one: { kind: string }) => one.kind === kind).id;
    await good(api.patch(`/v1/automations/${part('automations')}`, { description: 'Ours' }));
    const next = shop({ version: '1.1.0' });
    next.object_types[0]?.properties.push({ name: 'paid', data_type: 'boolean' });
    next.functions = [{ ...next.functions[0], code: 'export default () => 2' }] as never;
    const { changes, version } = await good(upgrade(id, next));
    expect(version).toBe('1.1.0');
    expect(changes).toEqual([
      { action: 'create', kind: 'properties', key: 'orders.paid' },
      { action: 'update', kind: 'functions', key: 'Greet', fields: ['code'] },
    ]);
    const { data } = (await api.get(`/v1/automations/${part('automations')}`)).body;
    expect(data.description).toBe('Ours');
    expect((await good(upgrade(id, next))).changes).toEqual([]);
  });

  it('needs confirmation before it removes data, and lists everything that it would do', async () => {
    const types = [...shop().object_types, { name: 'returns', properties: [] }];
    const { id } = await install(shop({ object_types: types }));
    await good(api.post('/v1/objects/returns', {}));
    const next = shop({ version: '2.0.0' });
    const { body } = await upgrade(id, next);
    expect(body.error).toMatchObject({
      code: 'DEPENDENCY_EXISTS',
      dependencies: [{ type: 'object', count: 1, label: '1 object' }],
      details: { changes: [{ action: 'delete', kind: 'object_types', key: 'returns' }] },
    });
    expect((await good(api.get(`${path}/${id}`))).version).toBe('1.0.0');
    const query = `?force=true&confirm_token=${body.error.confirm_token}`;
    expect((await good(upgrade(id, next, query))).version).toBe('2.0.0');
    expect((await api.get('/v1/object-types/returns')).status).toBe(404);
    // Parts without data are removed without a question.
    const less = shop({ version: '2.0.1', roles: [] });
    expect((await good(upgrade(id, less))).changes).toEqual([
      { action: 'delete', kind: 'roles', key: 'seller' },
    ]);
  });

  it('makes again what was deleted by hand, and what refers to it finds it', async () => {
    const { id, parts } = await install(shop());
    const greet = parts.find((one: { kind: string }) => one.kind === 'functions').id;
    await good(api.delete(`/v1/functions/${greet}`));
    const { changes } = await good(upgrade(id, shop()));
    expect(changes).toEqual([
      { action: 'create', kind: 'functions', key: 'Greet' },
      { action: 'update', kind: 'automations', key: 'Welcome', fields: ['actions'] },
    ]);
    expect(await noteOf()).toBe('Hello, you');
  });

  it('takes other settings to where they are used', async () => {
    const { id } = await install(shop());
    const { changes } = await good(
      api.patch(`${path}/${id}`, { config_json: { greeting: 'Good day' } }),
    );
    expect(changes).toEqual([
      { action: 'update', kind: 'functions', key: 'Greet', fields: ['env'] },
    ]);
    expect(await noteOf()).toBe('Good day, you');
    for (const config_json of [{ greeting: 3 }, { other: 1 }])
      expect(await refusal(api.patch(`${path}/${id}`, { config_json }))).toEqual([
        400,
        'config_json',
      ]);
  });

  it('is of the same plugin, and of the version that it names', async () => {
    const { id } = await install(shop());
    expect(await refusal(upgrade(id, shop({ name: 'other' })))).toEqual([
      400,
      'manifest_json.name',
    ]);
    expect(await refusal(upgrade(id, shop(), '', { version: '3.0.0' }))).toEqual([400, 'version']);
    expect(await refusal(api.patch(`${path}/${id}`, { version: '3.0.0' }))).toEqual([404, 'name']);
    expect((await api.patch(`${path}/plg_none`, {})).status).toBe(404);
  });

  it('that comes twice at once is done one after the other, or refused', async () => {
    const { id } = await install(shop());
    const next = shop({ version: '1.1.0' });
    next.object_types[0]?.properties.push({ name: 'paid', data_type: 'boolean' });
    const both = await Promise.all([upgrade(id, next), upgrade(id, next)]);
    const statuses = both.map(({ status }) => status).toSorted();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
  });
});

describe('a plugin that is switched off', () => {
  it('does nothing until it is switched on again', async () => {
    const { id, parts } = await install(shop(), { enabled: false });
    const automation = parts.find((one: { kind: string }) => one.kind === 'automations').id;
    const isOn = async () => (await good(api.get(`/v1/automations/${automation}`))).enabled;
    expect([await isOn(), (await good(api.get(`${path}/${id}`))).status]).toEqual([
      false,
      'installed',
    ]);
    const on = await good(api.patch(`${path}/${id}`, { enabled: true }));
    expect([await isOn(), on.status]).toEqual([true, 'enabled']);
    expect(await noteOf()).toBe('Hello, you');
    const off = await good(api.patch(`${path}/${id}`, { enabled: false }));
    expect([await isOn(), off.status]).toEqual([false, 'disabled']);
    expect(off.changes).toEqual([
      { action: 'update', kind: 'functions', key: 'Greet', fields: ['enabled'] },
      { action: 'update', kind: 'automations', key: 'Welcome', fields: ['enabled'] },
    ]);
  });

  it('has workflows, webhooks, forms and jobs that stand still; drafts stay drafts', async () => {
    const { parts, id } = await install(
      shop({
        workflows: [
          {
            name: 'Order',
            object_type_id: 'orders',
            initial_state: 'open',
            states: [
              { name: 'open', type: 'task' },
              { name: 'done', type: 'end' },
            ],
            transitions: [{ name: 'finish', from: 'open', to: 'done' }],
          },
        ],
        webhooks: [
          { description: 'Tell', url: 'https://example.com/hook', events: ['object.created'] },
        ],
        forms: [
          { name: 'Order', object_type_id: 'orders', fields: [{ name: 'note' }], status: 'active' },
          { name: 'Draft' },
        ],
        jobs: [
          {
            name: 'Nightly',
            cron_expression: '0 3 * * *',
            action_type: 'function',
            action_config: { function_id: { $ref: 'functions/Greet' } },
          },
        ],
      }),
    );
    const places = {
      workflows: 'workflows',
      webhooks: 'webhooks',
      forms: 'forms',
      jobs: 'scheduled-jobs',
    };
    const states = async () => {
      const all = parts.filter(({ kind }: { kind: string }) => kind in places);
      return Promise.all(
        all.map(async (part: { kind: keyof typeof places; key: string; id: string }) => {
          const { status } = await good(api.get(`/v1/${places[part.kind]}/${part.id}`));
          return `${part.kind}/${part.key} ${status}`;
        }),
      );
    };
    const on = [
      'forms/Draft draft',
      'forms/Order active',
      'jobs/Nightly active',
      'webhooks/Tell active',
      'workflows/Order active',
    ];
    expect(await states()).toEqual(on);
    await good(api.patch(`${path}/${id}`, { enabled: false }));
    expect(await states()).toEqual([
      'forms/Draft draft',
      'forms/Order paused',
      'jobs/Nightly paused',
      'webhooks/Tell paused',
      'workflows/Order archived',
    ]);
    await good(api.patch(`${path}/${id}`, { enabled: true }));
    expect(await states()).toEqual(on);
  });
});

describe('an uninstall', () => {
  it('asks first when data would go, and leaves nothing then', async () => {
    const before = await rowsOf(server.db, api.tenant.id);
    const { id } = await install(shop());
    for (const total of [1, 2])
      await good(api.post('/v1/objects/orders', { properties: { total } }));
    const { status, body } = await api.delete(`${path}/${id}`);
    expect([status, body.error.dependencies]).toEqual([
      409,
      [{ type: 'object', count: 2, label: '2 objects' }],
    ]);
    const query = `?force=true&confirm_token=${body.error.confirm_token}`;
    expect(await good(api.delete(`${path}/${id}${query}`))).toEqual({ id, deleted: true });
    const { causation_budgets: _, ...left } = await rowsOf(server.db, api.tenant.id);
    const { causation_budgets: __, ...was } = before;
    expect(left).toEqual(was);
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('can leave the data, and what guards them', async () => {
    const { id } = await install(shop());
    const made = await good(api.post('/v1/objects/orders', { properties: { total: 1 } }));
    await good(api.delete(`${path}/${id}?keep_data=true`));
    expect((await good(api.get(`/v1/objects/orders/${made.id}`))).properties.total).toBe(1);
    expect((await good(api.get('/v1/object-types/orders/properties'))).length).toBe(2);
    expect((await good(api.get('/v1/automations'))).length).toBe(0);
    expect((await good(api.get('/v1/roles'))).map(({ name }: { name: string }) => name)).toContain(
      'seller',
    );
  });

  it('leaves out parts that a user has deleted before', async () => {
    const { id, parts } = await install(shop());
    for (const [kind, place] of [
      ['automations', 'automations'],
      ['roles', 'roles'],
    ] as const)
      await good(
        api.delete(`/v1/${place}/${parts.find((one: { kind: string }) => one.kind === kind).id}`),
      );
    await good(api.delete(`${path}/${id}`));
  });
});
