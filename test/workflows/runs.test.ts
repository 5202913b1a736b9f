import { expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { draft, expense, go, publish, runOf, set, start } from './support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);

it('a run goes from state to state, and its history shows how', async () => {
  const id = await publish(tenant);
  const run = await start(tenant, id, { input: { amount: 12 } });
  expect(run).toMatchObject({
    workflow_id: id,
    workflow_version: 1,
    state: 'review',
    status: 'waiting',
    assignee_role: 'admin',
    available_transitions: ['approve', 'reject'],
    context: { input: { amount: 12 }, variables: {} },
    history: [{ from: null, to: 'review', transition: null }],
  });
  const approved = await tenant.post(`/v1/workflow-runs/${run.id}/approve`, { comment: 'Fine' });
  expect(approved.body.data).toMatchObject({
    state: 'payment',
    status: 'waiting',
    assignee_role: null,
    available_transitions: ['back', 'pay'],
  });
  const { body } = await go(tenant, run.id, 'pay');
  expect(body.data).toMatchObject({
    state: 'paid',
    status: 'completed',
    available_transitions: [],
  });
  expect(body.data.finished_at).not.toBeNull();
  expect(body.data.history).toMatchObject([
    { to: 'review' },
    { from: 'review', to: 'payment', transition: 'approve', comment: 'Fine' },
    { from: 'payment', to: 'paid', transition: 'pay', comment: null },
  ]);
});

it('an impossible transition is refused with the possible ones', async () => {
  const run = await start(tenant, await publish(tenant));
  for (const refused of [await go(tenant, run.id, 'pay'), await go(tenant, run.id, 'nonsense')]) {
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { available_transitions: ['approve', 'reject'], state: 'review' },
    });
  }
  expect((await tenant.post(`/v1/workflow-runs/${run.id}/reject`, {})).status).toBe(200);
  const after = await tenant.post(`/v1/workflow-runs/${run.id}/reject`, {});
  expect(after.body.error).toMatchObject({
    code: 'INVALID_TRANSITION',
    details: { available_transitions: [], status: 'completed' },
  });
});

it('of simultaneous transitions out of a state one is made', async () => {
  const run = await start(tenant, await publish(tenant));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => go(tenant, run.id, n % 2 ? 'approve' : 'reject')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  }
  expect((await runOf(tenant, run.id)).history).toHaveLength(2);
});

it('required fields are written to the object, in the same change', async () => {
  const type = await defineType(tenant, {
    amount: 'integer',
    reason: 'string',
  });
  const id = await publish(tenant, {
    object_type_id: type.name,
    transitions: expense.transitions.map((way) =>
      way.name === 'reject' ? { ...way, required_fields: ['reason'] } : way,
    ),
  });
  const { body: made } = await tenant.post(type.path, { properties: { amount: 3 } });
  const object_id = made.data.id;
  const missing = await tenant.post(`/v1/workflows/${id}/runs`, {});
  expect([missing.status, missing.body.error.param]).toEqual([400, 'object_id']);
  expect((await tenant.post(`/v1/workflows/${id}/runs`, { object_id: 'obj_0' })).status).toBe(404);
  const run = await start(tenant, id, { object_id });
  expect(run).toMatchObject({ object_id, object_type_id: type.id });

  const without = await tenant.post(`/v1/workflow-runs/${run.id}/reject`, {});
  expect([without.status, without.body.error.details[0].path]).toEqual([400, 'data.reason']);
  const wrong = await tenant.post(`/v1/workflow-runs/${run.id}/reject`, {
    data: { reason: 7 },
  });
  expect(wrong.status).toBe(400);
  expect(await runOf(tenant, run.id)).toMatchObject({ state: 'review', status: 'waiting' });

  const { body } = await tenant.post(`/v1/workflow-runs/${run.id}/reject`, {
    data: { reason: 'late' },
  });
  expect(body.data).toMatchObject({ state: 'refused', status: 'completed' });
  const object = (await tenant.get(`${type.path}/${object_id}`)).body.data;
  expect(object).toMatchObject({ version: 2, properties: { reason: 'late' } });
  const rows = await server.db.query(
    `select distinct xid::text from app.journal where tenant_id = $1
     and (resource_id = $2 and type = 'object.updated' or resource_id = $3 and type = 'workflow.transitioned')`,
    [tenant.tenant.id, object_id, run.id],
  );
  expect(rows.rows).toHaveLength(1);
});

it('a transition is possible while its conditions hold for the object', async () => {
  const type = await defineType(tenant, { amount: 'integer' });
  const small = { property: 'amount', operator: 'lt', value: 10 };
  const id = await publish(tenant, {
    object_type_id: type.name,
    transitions: expense.transitions.map((way) =>
      way.name === 'approve' ? { ...way, conditions: [small] } : way,
    ),
  });
  const { body } = await tenant.post(type.path, { properties: { amount: 30 } });
  const run = await start(tenant, id, { object_id: body.data.id });
  expect(run.available_transitions).toEqual(['reject']);
  expect((await go(tenant, run.id, 'approve')).body.error.code).toBe('INVALID_TRANSITION');
  await tenant.patch(`${type.path}/${body.data.id}`, { properties: { amount: 3 } });
  expect((await runOf(tenant, run.id)).available_transitions).toEqual(['approve', 'reject']);
  expect((await go(tenant, run.id, 'approve')).status).toBe(200);
});

it('a transition is for those who are named, or have the role', async () => {
  await tenant.post('/v1/roles', {
    name: 'cashier',
    permissions: ['objects:read', 'objects:write'],
  });
  const clerk = await createUser(tenant, { role: 'user' });
  const cashier = await createUser(tenant, { role: 'cashier' });
  const id = await publish(tenant, {
    states: [
      { name: 'review', type: 'approval', assignee: clerk.user.id },
      ...expense.states.slice(1),
    ],
    transitions: expense.transitions.map((way) =>
      way.name === 'pay' ? { ...way, required_role: 'cashier' } : way,
    ),
  });
  expect((await clerk.client.post(`/v1/workflows/${id}/runs`, {})).status).toBe(403);
  const run = await start(tenant, id);
  // Without an object it is shown to those whose task it is.
  expect((await cashier.client.get(`/v1/workflow-runs/${run.id}`)).status).toBe(404);
  expect((await runOf(clerk.client, run.id)).available_transitions).toEqual(['approve', 'reject']);
  const inbox = async (at: typeof clerk) =>
    (await at.client.get('/v1/workflow-runs?assignee=me&status=waiting')).body.data.runs;
  expect(await inbox(clerk)).toMatchObject([{ id: run.id }]);
  expect(await inbox(cashier)).toEqual([]);
  expect((await go(clerk.client, run.id, 'approve')).status).toBe(200);
  expect(await inbox(clerk)).toEqual([]);
});

it('actions of leaving, of the transition and of entering are done in that order, in its commit', async () => {
  const type = await defineType(tenant, { log: 'string' });
  const id = await publish(tenant, {
    object_type_id: type.name,
    states: [
      { name: 'review', type: 'approval', on_enter: [set('a', 1)], on_exit: [set('b', 2)] },
      {
        name: 'paid',
        type: 'end',
        on_enter: [
          {
            key: 'write',
            type: 'update_object',
            config: {
              object_type_id: type.name,
              object_id: '{{trigger.object.id}}',
              properties: { log: '{{variables.a}}{{variables.b}}{{variables.c}}' },
            },
          },
        ],
      },
    ],
    transitions: [
      {
        name: 'approve',
        from: 'review',
        to: 'paid',
        actions: [set('c', '{{trigger.transition.comment}}')],
      },
    ],
  });
  const { body } = await tenant.post(type.path, { properties: {} });
  const run = await start(tenant, id, { object_id: body.data.id });
  expect(run.context.variables).toEqual({ a: 1 });
  const done = await go(tenant, run.id, 'approve', { comment: 'x' });
  expect(done.body.data).toMatchObject({
    status: 'completed',
    steps: [{ key: 'b' }, { key: 'c' }, { key: 'write', status: 'succeeded' }],
  });
  const object = (await tenant.get(`${type.path}/${body.data.id}`)).body.data;
  expect(object.properties.log).toBe('12x');
});

it('an action that fails, or rejects, keeps the run where it was', async () => {
  const id = await publish(tenant, {
    transitions: expense.transitions.map((way) =>
      way.name === 'approve'
        ? {
            ...way,
            actions: [
              set('a', 1),
              { type: 'reject', config: { message: 'Not on {{trigger.transition.comment}}' } },
            ],
          }
        : way,
    ),
  });
  const run = await start(tenant, id);
  const { status, body } = await go(tenant, run.id, 'approve', { comment: 'Mondays' });
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    'INVALID_STATE',
    'Not on Mondays',
  ]);
  const still = await runOf(tenant, run.id);
  expect(still).toMatchObject({ state: 'review', status: 'waiting', context: { variables: {} } });
  expect(still.history).toHaveLength(1);
});

it('a signal takes the transition of its name, and an unknown one changes nothing', async () => {
  const run = await start(tenant, await publish(tenant));
  const signal = (name: string) => tenant.post(`/v1/workflow-runs/${run.id}/signal`, { name });
  const unknown = await signal('hello');
  expect([unknown.status, unknown.body.data.state]).toEqual([200, 'review']);
  expect((await signal('approve')).body.data.state).toBe('payment');
});

it('a run stays on its version, and an active workflow that is changed on what was published', async () => {
  const id = await publish(tenant);
  const old = await start(tenant, id);
  const short = {
    initial_state: 'open',
    states: [
      { name: 'open', type: 'task' },
      { name: 'shut', type: 'end' },
    ],
    transitions: [{ name: 'close', from: 'open', to: 'shut' }],
  };
  const { body } = await tenant.patch(`/v1/workflows/${id}`, short);
  expect(body.data).toMatchObject({ status: 'active', version: 1, is_changed: true });
  expect((await start(tenant, id)).state).toBe('review');
  expect((await tenant.post(`/v1/workflows/${id}/publish`)).body.data).toMatchObject({
    version: 2,
    is_changed: false,
  });
  expect(await start(tenant, id)).toMatchObject({ state: 'open', workflow_version: 2 });
  expect((await go(tenant, old.id, 'approve')).body.data.state).toBe('payment');
  const first = (await tenant.get(`/v1/workflows/${id}?version=1`)).body.data;
  expect(first).toMatchObject({ version: 1, initial_state: 'review' });
  expect((await tenant.get(`/v1/workflows/${id}?version=3`)).status).toBe(404);
});

it('a draft and an archived workflow start nothing; what is under way goes on', async () => {
  const { id } = await draft(tenant);
  expect((await tenant.post(`/v1/workflows/${id}/start`, {})).status).toBe(409);
  expect((await tenant.patch(`/v1/workflows/${id}`, { status: 'active' })).status).toBe(409);
  await tenant.post(`/v1/workflows/${id}/publish`);
  const alias = await tenant.post(`/v1/workflows/${id}/start`, {});
  expect(alias.status).toBe(201);
  await tenant.patch(`/v1/workflows/${id}`, { status: 'archived' });
  expect((await tenant.post(`/v1/workflows/${id}/runs`, {})).status).toBe(409);
  expect((await go(tenant, alias.body.data.id, 'approve')).status).toBe(200);
  await tenant.patch(`/v1/workflows/${id}`, { status: 'active' });
  expect((await tenant.post(`/v1/workflows/${id}/runs`, {})).status).toBe(201);
});

it('a run is cancelled, and a workflow with runs is deleted in two steps', async () => {
  const id = await publish(tenant);
  const run = await start(tenant, id);
  const cancel = () => tenant.post(`/v1/workflow-runs/${run.id}/cancel`);
  expect((await cancel()).body.data).toMatchObject({ status: 'cancelled', assignee_role: null });
  expect((await cancel()).status).toBe(409);
  expect((await tenant.post(`/v1/workflow-runs/${run.id}/retry`)).status).toBe(200);
  expect((await tenant.post(`/v1/workflow-runs/${run.id}/retry`)).status).toBe(409);
  const asked = await tenant.delete(`/v1/workflows/${id}`);
  expect([asked.status, asked.body.error.dependencies]).toEqual([
    409,
    [{ type: 'workflow_run', count: 1, label: '1 workflow run' }],
  ]);
  await start(tenant, id);
  const stale = asked.body.error.confirm_token;
  const again = await tenant.delete(`/v1/workflows/${id}?confirm_token=${stale}`);
  expect([again.status, again.body.error.dependencies]).toEqual([
    409,
    [{ type: 'workflow_run', count: 2, label: '2 workflow runs' }],
  ]);
  const token = again.body.error.confirm_token;
  const gone = await tenant.delete(`/v1/workflows/${id}?confirm_token=${token}`);
  expect(gone.status).toBe(200);
  expect((await tenant.get(`/v1/workflow-runs/${run.id}`)).status).toBe(404);
});

it('runs of an object that is purged, or of a type that goes, are cancelled', async () => {
  const type = await defineType(tenant, {});
  const id = await publish(tenant, { object_type_id: type.id });
  const { body: one } = await tenant.post(type.path, { properties: {} });
  const { body: two } = await tenant.post(type.path, { properties: {} });
  const [first, second] = [
    await start(tenant, id, { object_id: one.data.id }),
    await start(tenant, id, { object_id: two.data.id }),
  ];
  const path = `${type.path}/${one.data.id}?force=true`;
  const asked = await tenant.delete(path);
  await tenant.delete(`${path}&confirm_token=${asked.body.error.confirm_token}`);
  expect((await runOf(tenant, first.id)).status).toBe('cancelled');
  expect((await runOf(tenant, second.id)).status).toBe('waiting');
  const dropped = await tenant.delete(`/v1/object-types/${type.id}`);
  expect(dropped.body.error.dependencies).toContainEqual(
    expect.objectContaining({ type: 'workflow', count: 1 }),
  );
  await tenant.delete(
    `/v1/object-types/${type.id}?force=true&confirm_token=${dropped.body.error.confirm_token}`,
  );
  expect((await runOf(tenant, second.id)).status).toBe('cancelled');
  expect((await tenant.get(`/v1/workflows/${id}`)).body.data).toMatchObject({
    status: 'archived',
    object_type_id: null,
  });
});
