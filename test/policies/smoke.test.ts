import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/users.ts';
import { createObject, createPolicy, defineNotes, own } from './support.ts';

let server: TestServer;
let api: TenantClient;
let ada: SignedUp;
beforeAll(async () => {
  server = await startTestServer();
  api = await createTenant(server);
  await defineNotes(api);
  ada = await signUp(api);
});
afterAll(() => server.close());

it('smoke', async () => {
  const mine = await createObject(api, { owner: ada.user.id, size: 1 });
  const other = await createObject(api, { owner: 'usr_x', size: 2 });
  await createPolicy(api, { action: 'all', condition_json: own });
  const list = await ada.client.get('/v1/objects/notes/list');
  console.log(JSON.stringify(list.body));
  const got = await ada.client.get(`/v1/objects/notes/${other}`);
  console.log(JSON.stringify(got.body));
  const got2 = await ada.client.get(`/v1/objects/notes/${mine}`);
  console.log(JSON.stringify(got2.body));
  const p = await ada.client.patch(`/v1/objects/notes/${mine}`, { properties: { owner: 'x' } });
  console.log(JSON.stringify(p.body));
  const s = await ada.client.post(`/v1/objects/notes/search`, { filters: { size: { gt: 0 } } });
  console.log(JSON.stringify(s.body));
  const sim = await api.post('/v1/policies/simulate', {
    policy: { name: 'own rows', action: 'select', role: 'user', condition_json: { property: 'owner_id', operator: 'eq', value: '$auth.user_id' } },
    auth_context: { user_id: 'usr_1', role: 'user' },
    sample_data: [{ owner_id: 'usr_1' }, { owner_id: 'usr_2' }],
  });
  console.log(JSON.stringify(sim.body));
  const live = await api.post('/v1/policies/simulate', { object_type_id: 'notes',
    policy: { name: 'no', effect: 'deny', condition_json: {size: 1} },
    auth_context: { user_id: ada.user.id, role: 'user' },
  });
  console.log(JSON.stringify(live.body));
  const as = await api.patch(`/v1/objects/notes/${mine}?as_user=${ada.user.id}`, { properties: { owner: 'x' } });
  console.log(JSON.stringify(as.body));
  console.log((await server.db.query('select policies from app.object_types where policies is not null')).rows[0].policies.select[0]);
});
