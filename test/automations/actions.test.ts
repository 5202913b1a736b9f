import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { create, endOf, runOf } from './support.ts';

let server: TestServer;
let api: TenantClient;

beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  api = await createTenant(server);
  for (const name of ['contacts', 'notes']) await api.post('/v1/object-types', { name });
});
afterAll(() => server.close());

describe('an automation', () => {
  it('does what it is told when an event comes, with values of the event and of earlier steps', async () => {
    const id = await create(api, {
      trigger_event: 'object.created',
      object_type_id: 'contacts',
      conditions: [{ property: 'data.properties.vip', operator: 'eq', value: true }],
      actions: [
        {
          key: 'note',
          type: 'create_object',
          config: {
            object_type_id: 'notes',
            properties: {
              text: 'Welcome, {{trigger.data.properties.name}}!',
              score: '{{trigger.data.properties.score}}',
              city: '{{trigger.data.properties.city | default: "nowhere"}}',
            },
          },
        },
        {
          type: 'associate',
          config: {
            from_type: 'notes',
            from_id: '{{steps.note.output.id}}',
            association_type: 'about',
            to_type: 'contacts',
            to_id: '{{trigger.data.id}}',
          },
        },
      ],
    });
    await api.post('/v1/objects/contacts', { properties: { name: 'Bob', vip: false } });
    const { body } = await api.post('/v1/objects/contacts', {
      properties: { name: 'Ada', vip: true, score: 7 },
    });
    const run = await runOf(api, id);
    expect(run).toMatchObject({
      status: 'succeeded',
      trigger: { type: 'object.created', event_id: expect.stringMatching(/^evt_/) },
      input: { type: 'object.created', data: { id: body.data.id } },
      steps: [
        {
          key: 'note',
          type: 'create_object',
          status: 'succeeded',
          output: { properties: { text: 'Welcome, Ada!', score: 7, city: 'nowhere' } },
          attempts: 1,
        },
        { key: 'step_2', type: 'associate', status: 'succeeded' },
      ],
      error: null,
      causation_depth: 0,
    });
    expect(endOf(run)).toBe('succeeded');
  });
});
