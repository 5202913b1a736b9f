import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { expense, go, publish, runOf, set, start } from './support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);

it('a run is shown only to those who see its object', async () => {
  const type = await defineType(tenant, { amount: 'integer' }, { user_access: 'private' });
  await tenant.post('/v1/roles', { name: 'clerk', permissions: ['objects:read', 'objects:write'] });
  await tenant.post(`/v1/object-types/${type.id}/policies`, {
    name: 'Clerks see all',
    action: 'all',
    role: 'clerk',
    condition_json: null,
  });
  const clerk = await createUser(tenant, { role: 'clerk' });
  const other = await createUser(tenant, { role: 'user' });
  const id = await publish(tenant, {
    object_type_id: type.name,
    states: [{ name: 'review', type: 'task', on_enter: [set('a', 1)] }, ...expense.states.slice(1)],
  });
  const { body } = await clerk.client.post(type.path, { properties: { amount: 3 } });
  const run = await start(tenant, id, { object_id: body.data.id });

  // Steps are for those who manage workflows.
  expect(await runOf(clerk.client, run.id)).toMatchObject({
    available_transitions: ['approve', 'reject'],
    context: { variables: { a: 1 } },
    steps: [],
  });
  for (const { status } of [
    await other.client.get(`/v1/workflow-runs/${run.id}`),
    await go(other.client, run.id, 'approve'),
    await other.client.post(`/v1/workflow-runs/${run.id}/signal`, { name: 'approve' }),
  ])
    expect(status).toBe(404);
  const listed = async (at: typeof clerk) =>
    (await at.client.get('/v1/workflow-runs')).body.data.runs.map((one: { id: string }) => one.id);
  expect(await listed(clerk)).toEqual([run.id]);
  expect(await listed(other)).toEqual([]);
  expect((await clerk.client.post(`/v1/workflow-runs/${run.id}/cancel`)).status).toBe(403);
  expect((await clerk.client.get(`/v1/workflows/${id}`)).status).toBe(403);
  expect((await go(clerk.client, run.id, 'approve')).status).toBe(200);
});

it('a task is for those it is assigned to, also where others see the object', async () => {
  const type = await defineType(tenant, {}, { user_access: 'open' });
  const clerk = await createUser(tenant, { role: 'user' });
  const other = await createUser(tenant, { role: 'user' });
  const id = await publish(tenant, {
    object_type_id: type.name,
    states: [
      { name: 'review', type: 'approval', assignee: clerk.user.id },
      ...expense.states.slice(1),
    ],
  });
  const { body } = await tenant.post(type.path, { properties: {} });
  const run = await start(tenant, id, { object_id: body.data.id });
  expect((await runOf(other.client, run.id)).available_transitions).toEqual([]);
  const refused = await go(other.client, run.id, 'approve');
  expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
  expect((await go(clerk.client, run.id, 'approve')).status).toBe(200);
});

it('required fields are written with the rights of the caller', async () => {
  const type = await defineType(tenant, { reason: 'string' }, { user_access: 'open' });
  await tenant.post('/v1/roles', {
    name: 'reader',
    permissions: ['objects:read', 'objects:write'],
  });
  const reader = await createUser(tenant, { role: 'reader' });
  const denied = await tenant.post(`/v1/object-types/${type.id}/policies`, {
    name: 'Readers only read',
    action: 'update',
    effect: 'deny',
    role: 'reader',
    condition_json: null,
  });
  expect(denied.status, JSON.stringify(denied.body)).toBe(201);
  const id = await publish(tenant, {
    object_type_id: type.name,
    states: [{ name: 'review', type: 'task' }, ...expense.states.slice(1)],
    transitions: expense.transitions.map((way) =>
      way.name === 'reject' ? { ...way, required_fields: ['reason'] } : way,
    ),
  });
  const { body } = await tenant.post(type.path, { properties: {} });
  const run = await start(tenant, id, { object_id: body.data.id });
  const refused = await go(reader.client, run.id, 'reject', { data: { reason: 'x' } });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'POLICY_DENIED']);
  expect((await runOf(tenant, run.id)).state).toBe('review');
  expect((await go(tenant, run.id, 'reject', { data: { reason: 'x' } })).status).toBe(200);
});

it('those whose task it is are notified, but for the one who brought it there and those who have muted it', async () => {
  const own = await createTenant(server);
  await own.post('/v1/roles', {
    name: 'clerk',
    permissions: ['workflows:start', 'objects:read', 'objects:write'],
  });
  const clerk = () => createUser(own, { role: 'clerk' });
  const [writer, told, muted] = [await clerk(), await clerk(), await clerk()];
  await muted.client.put('/v1/auth/notifications/preferences', {
    channel: 'in_app',
    enabled: false,
    categories: ['workflow'],
  });
  const id = await publish(own, {
    name: 'Expense',
    states: [
      { name: 'review', type: 'approval', assignee_role: 'clerk' },
      { name: 'payment', type: 'task', assignee: told.user.id },
      ...expense.states.slice(2),
    ],
  });
  const run = await start(writer.client, id);
  const titles = async ({ client }: typeof told) =>
    (await client.get('/v1/auth/notifications')).body.data.results.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles(told)).toEqual(['Expense waits for you: review']);
  expect([await titles(writer), await titles(muted)]).toEqual([[], []]);
  expect((await go(writer.client, run.id, 'approve')).status).toBe(200);
  expect(await titles(told)).toEqual([
    'Expense waits for you: payment',
    'Expense waits for you: review',
  ]);
});

it('a task and a transition stay with a role that gets another name', async () => {
  const at = await createTenant(server);
  const { id: role } = (
    await at.post('/v1/roles', { name: 'cashier', permissions: ['objects:write'] })
  ).body.data;
  const cashier = await createUser(at, { role: 'cashier' });
  const id = await publish(at, {
    states: [
      { name: 'review', type: 'task', assignee_role: 'cashier' },
      ...expense.states.slice(1),
    ],
    transitions: expense.transitions.map((one) =>
      one.name === 'approve' ? { ...one, required_role: 'cashier' } : one,
    ),
  });
  const run = await start(at, id);
  expect((await at.patch(`/v1/roles/${role}`, { name: 'treasurer' })).status).toBe(200);
  const { states, transitions } = (await at.get(`/v1/workflows/${id}`)).body.data;
  expect([states[0].assignee_role, transitions[0].required_role]).toEqual([
    'treasurer',
    'treasurer',
  ]);
  expect(await runOf(cashier.client, run.id)).toMatchObject({
    assignee_role: 'treasurer',
    available_transitions: ['approve', 'reject'],
  });
  expect((await go(cashier.client, run.id, 'approve')).status).toBe(200);
});
