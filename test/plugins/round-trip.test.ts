import { describe, expect, it } from 'vitest';
import { kindNames } from '../../src/groups/plugins/kinds.ts';
import { partsOf } from '../../src/groups/plugins/parts.ts';
import { good } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { setUpEverything } from './everything.ts';
import { path } from './support.ts';

const server = useServer();

const about = { name: 'ours', version: '1.0.0' };

describe('a tenant with one of everything that a manifest holds', () => {
  it('is the same in an empty tenant, and the second time nothing changes', {
    timeout: 120_000,
  }, async () => {
    const [first, second] = [await createTenant(server), await createTenant(server)];
    await setUpEverything(first);
    const exported = await good(first.post(`${path}/export`, about));
    const { manifest_json } = exported;
    const kinds = new Set(partsOf(manifest_json).map(({ kind }) => kind));
    expect(kindNames.filter((kind) => !kinds.has(kind))).toEqual([]);
    const text = JSON.stringify(manifest_json);
    expect(text).not.toMatch(/hush|_[0-9a-f]{32}/);

    const secrets = Object.keys(manifest_json.settings_schema.properties);
    const config_json = Object.fromEntries(secrets.map((name) => [name, 'hush-hush']));
    const made = await good(second.post(path, { manifest_json, config_json }));
    expect(made.parts.length).toBe(partsOf(manifest_json).length);
    const again = await good(second.post(`${path}/export`, { ...about, with_plugins: true }));
    expect(again.manifest_json).toEqual(manifest_json);
    expect(JSON.stringify(again.manifest_json)).toBe(text);
    const repeated = await good(second.patch(`${path}/${made.id}`, { manifest_json, config_json }));
    expect(repeated.changes).toEqual([]);
  });

  it('names what it leaves out, and holds the rest', { timeout: 120_000 }, async () => {
    const [first, second] = [await createTenant(server), await createTenant(server)];
    const make = (where: string, body: object) => good(first.post(where, body));
    await make('/v1/roles', { name: 'boss', permissions: ['*', 'files:read'] });
    const { id: mia } = await make('/v1/users', {
      email: 'mia@example.com',
      password: 'fluffy-cat-87',
    });
    await make('/v1/object-types', { name: 'notes' });
    await make('/v1/object-types/notes/views', { name: 'Mine', visibility: 'private' });
    const provider = { name: 'Ours', provider_type: 'local', config_json: {} };
    const { id: provider_id } = await make('/v1/ai-providers', provider);
    await make('/v1/object-types/notes/properties', { name: 'body', data_type: 'text' });
    await good(
      first.patch('/v1/object-types/notes', { ai_index: { properties: ['body'], provider_id } }),
    );
    const states = [
      { name: 'open', type: 'task', assignee: mia },
      { name: 'shut', type: 'end' },
    ];
    const transitions = [{ name: 'shut', from: 'open', to: 'shut' }];
    const flow = { initial_state: 'open', states, transitions };
    const { id: workflow_id } = await make('/v1/workflows', { name: 'Round', ...flow });
    const again = { key: 'again', type: 'workflow', config: { workflow_id } };
    const circle = [states[0], { ...states[1], type: 'end', on_enter: [again] }];
    await good(first.patch(`/v1/workflows/${workflow_id}`, { states: circle }));
    await make('/v1/automations', { name: 'Begin', trigger_event: 'manual', actions: [again] });
    await make('/v1/workflows', { name: 'Plain', ...flow });
    const notify = { key: 'tell', type: 'notify', config: { user_ids: [mia], title: 'Hello' } };
    const ask = { key: 'ask', type: 'ai_generate', config: { prompt: 'Hello', provider_id } };
    await make('/v1/automations', {
      name: 'Tell',
      trigger_event: 'manual',
      actions: [notify, ask],
    });
    await make('/v1/webhooks', { url: 'https://example.com/hook' });
    await make(path, { manifest_json: { name: 'other', version: '1.0.0' } });
    await make('/v1/keys', { label: 'A key', scopes: ['read'] });

    const { manifest_json, left_out } = await good(first.post(`${path}/export`, about));
    const lines = left_out.map(
      ({ kind, key, why }: Record<string, string>) => `${kind} ${key}: ${why}`,
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        'roles boss.permissions: unsupported',
        'views notes.Mine: user',
        'object_types notes.ai_index.provider_id: unsupported',
        'workflows Round: unsupported',
        'automations Begin: unsupported',
        'workflows Plain.states.0.assignee: user',
        'automations Tell.actions.0.config.user_ids.0: user',
        'automations Tell.actions.1.config.provider_id: unsupported',
        'webhooks https://example.com/hook.secret: secret',
        'plugins other: unsupported',
        'keys A key: secret',
        'ai_providers Ours: unsupported',
        'settings branding: unsupported',
        'objects *: data',
        'users *: user',
      ]),
    );
    expect(manifest_json.roles).toEqual([{ name: 'boss', permissions: ['files:read'] }]);
    const made = await good(second.post(path, { manifest_json }));
    expect(made.parts.length).toBe(partsOf(manifest_json).length);
    const of = { ...about, include: ['views', 'roles'] };
    const few = await good(first.post(`${path}/export`, of));
    expect(few.left_out.map(({ kind }: { kind: string }) => kind)).toEqual(['roles', 'views']);
  });
});

it('a report of a plugin is not mailed while that is switched off', async () => {
  const api = await createTenant(server);
  const schedule = { cron: '0 8 * * 1', recipients: ['a@example.com'] };
  const config_json = { object_type_id: 'notes' };
  const manifest_json = {
    name: 'mine',
    version: '1.0.0',
    permissions: ['object_types:manage', 'reports:manage', 'email:manage', 'objects:read'],
    object_types: [{ name: 'notes' }],
    reports: [{ name: 'Weekly', type: 'table', config_json, schedule }],
  };
  const { id } = await good(api.post(path, { manifest_json }));
  const runs = async () => {
    const [job, ...others] = await good(api.get('/v1/scheduled-jobs'));
    expect(others).toEqual([]);
    return job.enabled;
  };
  expect(await runs()).toBe(true);
  await good(api.patch(`${path}/${id}`, { enabled: false }));
  expect(await runs()).toBe(false);
  await good(api.patch(`${path}/${id}`, { enabled: true }));
  expect(await runs()).toBe(true);
});

describe('association types and ai_index of a manifest', () => {
  it('are changed and removed with it', { timeout: 120_000 }, async () => {
    const api = await createTenant(server);
    const properties = ['body', 'title'].map((name) => ({ name, data_type: 'text' }));
    const manifest = {
      name: 'mine',
      version: '1.0.0',
      permissions: ['object_types:manage', 'association_types:manage', 'ai:manage', 'objects:read'],
      object_types: [{ name: 'notes', properties, ai_index: { properties: ['body'] } }],
      association_types: [{ name: 'about', from_type: 'notes', cardinality: 'one' }],
    };
    const { id } = await good(api.post(path, { manifest_json: manifest }));
    const next = {
      ...manifest,
      version: '1.1.0',
      object_types: [{ name: 'notes', properties, ai_index: { properties: ['body', 'title'] } }],
      association_types: [
        { name: 'about', from_type: 'notes', cardinality: 'many', on_delete: 'cascade' },
      ],
    };
    const changed = await good(api.patch(`${path}/${id}`, { manifest_json: next }));
    expect(changed.changes).toEqual([
      expect.objectContaining({ kind: 'association_types', fields: expect.any(Array) }),
      { action: 'update', kind: 'object_types', key: 'notes', fields: ['ai_index'] },
    ]);
    const notes = await good(api.get('/v1/object-types/notes'));
    expect(notes.ai_index.properties).toEqual(['body', 'title']);
    expect(await good(api.get('/v1/association-types/about'))).toMatchObject({
      cardinality: 'many',
      on_delete: 'cascade',
    });
    const last = {
      ...next,
      version: '1.2.0',
      object_types: [{ name: 'notes', properties }],
      association_types: [],
    };
    await good(api.patch(`${path}/${id}`, { manifest_json: last }));
    expect((await good(api.get('/v1/object-types/notes'))).ai_index).toBe(null);
    expect(await good(api.get('/v1/association-types'))).toEqual([]);
  });
});
