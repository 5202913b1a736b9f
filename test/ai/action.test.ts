import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { create, runOf } from '../automations/support.ts';
import { made } from '../dashboards/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { type Provider, startProvider } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
let models: Provider;
beforeAll(async () => {
  models = await startProvider();
});
afterAll(() => models.close());
beforeEach(async () => {
  api = await createTenant(server);
  await defineType(
    api,
    { text: 'string', summary: 'string' },
    { name: 'notes', user_access: 'open' },
  );
  models.requests.length = 0;
});

const provider = () =>
  made(
    api.post('/v1/ai-providers', {
      name: 'Theirs',
      provider_type: 'openai',
      api_key: 'sk-an-example',
      is_default: true,
      config_json: { base_url: models.url, default_model: 'tiny' },
    }),
  );
const summarise = {
  key: 'summary',
  type: 'ai_generate',
  config: {
    prompt: 'Summarise: {{trigger.data.properties.text}}',
    output_schema: {
      type: 'object',
      properties: { summary: { type: 'string' } },
      required: ['summary'],
    },
  },
};
const store = {
  key: 'store',
  type: 'update_object',
  config: {
    object_type_id: 'notes',
    object_id: '{{trigger.data.id}}',
    properties: { summary: '{{steps.summary.output.object.summary}}' },
  },
};
it('continues with the part of a model’s answer that can be stored', async () => {
  await provider();
  models.turns = [{ words: ['{"summary": "a\\u0000b\\ud83d"}'] }];
  const id = await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'notes',
    actions: [summarise, store],
  });
  const made = await note('x');
  expect((await runOf(api, id)).status).toBe('succeeded');
  expect((await api.get(`/v1/objects/notes/${made}`)).body.data.properties.summary).toBe('ab');
});

const note = async (text: string) =>
  (await api.post('/v1/objects/notes', { properties: { text } })).body.data.id;

it('an automation asks a model and continues with its answer', async () => {
  await provider();
  models.turns = [{ words: ['{"summary": "Short"}'] }];
  const id = await create(api, { trigger_event: 'object.created', actions: [summarise, store] });
  const object = await note('A long text');
  const run = await runOf(api, id);
  expect([run.status, run.error]).toEqual(['succeeded', null]);
  expect(JSON.stringify(models.requests[0]?.body)).toContain('Summarise: A long text');
  const { properties } = (await api.get(`/v1/objects/notes/${object}`)).body.data;
  expect(properties.summary).toBe('Short');
  const { by_operation } = await made(api.get('/v1/ai-usage'));
  expect(by_operation).toMatchObject([{ operation: 'generate', requests: 1 }]);
});

it('a model that fails, or answers outside the schema, ends the run with its reason', async () => {
  await provider();
  const id = await create(api, { trigger_event: 'object.created', actions: [summarise, store] });
  models.turns = [{ words: ['no JSON'] }];
  await note('One');
  expect((await runOf(api, id, 1)).error).toContain('output_schema');
  models.turns = [(res) => res.writeHead(500).end('sk-an-example')];
  await note('Two');
  const { error } = await runOf(api, id, 2);
  expect(error).toContain('UPSTREAM_ERROR');
  expect(error).not.toContain('sk-');
});

it('an automation whose author may not ask models does not ask either', async () => {
  await provider();
  await api.post('/v1/roles', {
    name: 'builder',
    permissions: ['automations:manage', 'objects:read', 'objects:write'],
  });
  const { client } = await createUser(api, { role: 'builder' });
  const id = await create(client, { trigger_event: 'object.created', actions: [summarise] });
  await note('A long text');
  const run = await runOf(api, id);
  expect([run.status, models.requests.length]).toEqual(['failed', 0]);
  expect(run.error).toContain('ai:use');
});

it('sends nothing to where a key wants it that may not read any more', async () => {
  const { id } = await provider();
  models.turns = [{ words: ['{"summary": "Short"}'] }];
  const keeper = await api.withKey(['ai', 'read']);
  const automation = await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'notes',
    actions: [summarise],
  });
  await note('First');
  expect((await runOf(api, automation)).status).toBe('succeeded');
  const elsewhere = { base_url: models.url, default_model: 'tiny', embedding_model: 'x' };
  const moved = { config_json: elsewhere, api_key: 'sk-another' };
  await made(keeper.patch(`/v1/ai-providers/${id}`, moved));
  await made(api.delete(`/v1/keys/${keeper.keyId}`));
  const asked = models.requests.length;
  await note('Second');
  const run = await runOf(api, automation, 2);
  expect([run.status, run.error]).toEqual(['failed', expect.stringContaining('No one to act as')]);
  expect(models.requests).toHaveLength(asked);
});
