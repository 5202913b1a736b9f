import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createForm, send } from '../forms/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { type Listener, listen } from '../support/listen.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { expense, go, type Json, publish, runAt, runOf, set, start } from './support.ts';

const server = useOwnDatabase({
  WORKER: 'on',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
  TRUSTED_PROXIES: 'loopback',
});
let api: TenantClient;
let receiver: Listener;
beforeAll(async () => {
  receiver = await listen({ 'POST /ok': () => ({ answer: 42 }) });
});
afterAll(() => receiver.close());
beforeEach(async () => {
  api = await createTenant(server);
});

const isAt =
  (state: string, status: string) =>
  (run: Json): boolean =>
    run.state === state && run.status === status;

/** Makes everything scheduled due now. */
const hurry = () =>
  server.db.query(
    `with due as (
       update app.workflow_runs r set due_at = now() where r.tenant_id = $1 and r.due_at is not null
       returning r.tenant_id, r.id, r.due_at)
     update app.schedules s set next_run_at = d.due_at from due d
     where s.tenant_id = d.tenant_id and s.kind = 'workflow' and s.subject_id = d.id`,
    [api.tenant.id],
  );

const escalating = {
  initial_state: 'review',
  states: [
    { name: 'review', type: 'approval', timeout: { after: '2 hours', transition: 'escalate' } },
    {
      name: 'chief',
      type: 'task',
      timeout: { after: '1 day', transition: 'expire' },
      on_enter: [set('late', '{{trigger.transition.name}}')],
    },
    { name: 'gone', type: 'end' },
    { name: 'done', type: 'end' },
  ],
  transitions: [
    { name: 'escalate', from: 'review', to: 'chief' },
    { name: 'approve', from: 'review', to: 'done' },
    { name: 'approve', from: 'chief', to: 'done' },
    { name: 'expire', from: 'chief', to: 'gone' },
  ],
};

describe('a timeout', () => {
  it('takes its transition when it comes, once, and the next begins to wait', async () => {
    const run = await start(api, await publish(api, escalating));
    const wait = Date.parse(run.due_at) - Date.parse(run.history[0].at);
    expect(wait).toBe(2 * 3_600_000);
    await hurry();
    const chief = await runAt(api, run.id, isAt('chief', 'waiting'));
    expect(chief.context.variables).toEqual({ late: 'escalate' });
    expect(chief.history[1]).toMatchObject({
      transition: 'escalate',
      actor: { type: 'workflow', id: run.workflow_id },
    });
    await hurry();
    const gone = await runAt(api, run.id, isAt('gone', 'completed'));
    expect(gone.history).toHaveLength(3);
    expect(gone.due_at).toBeNull();
    const left = await server.db.query('select from app.schedules where subject_id = $1', [run.id]);
    expect(left.rowCount).toBe(0);
  });

  it('has no effect if another transition came before it', async () => {
    const run = await start(api, await publish(api, escalating));
    await go(api, run.id, 'approve');
    const left = await server.db.query('select from app.schedules where subject_id = $1', [run.id]);
    expect(left.rowCount).toBe(0);
  });

  it('of a day is 24 hours long, also when clocks change', async () => {
    const { rows } = await server.db.query(
      `select app.workflow_due('2026-03-29T00:30:00Z', '1 day') as spring
       from (select set_config('timezone', 'Europe/Berlin', true) offset 0) zone`,
    );
    expect(rows[0].spring.toISOString()).toBe('2026-03-30T00:30:00.000Z');
    const run = await start(api, await publish(api, escalating));
    await hurry();
    const chief = await runAt(api, run.id, isAt('chief', 'waiting'));
    expect(Date.parse(chief.due_at) - Date.parse(chief.history[1].at)).toBe(24 * 3_600_000);
  });

  it('fires once each, however many workers look', async () => {
    const sibling = await server.sibling({ WORKER: 'on' });
    try {
      const id = await publish(api, escalating);
      const runs: string[] = [];
      for (let n = 0; n < 30; n++) runs.push((await start(api, id)).id);
      await hurry();
      for (const run of runs)
        expect((await runAt(api, run, isAt('chief', 'waiting'))).history).toHaveLength(2);
    } finally {
      await sibling.close();
    }
  });
});

describe('an event', () => {
  it('starts a run where its conditions hold, about its object', async () => {
    const type = await defineType(api, { amount: 'integer' });
    const id = await publish(api, {
      object_type_id: type.name,
      trigger: {
        event: 'object.created',
        conditions: [{ property: 'data.properties.amount', operator: 'gt', value: 10 }],
      },
    });
    await api.post(type.path, { properties: { amount: 1 } });
    const { body } = await api.post(type.path, { properties: { amount: 20 } });
    const runs = await until(
      async () => (await api.get(`/v1/workflows/${id}/runs?status=waiting`)).body.data.runs,
      (list: Json[]) => list.length > 0,
    );
    expect(runs).toMatchObject([{ object_id: body.data.id, state: 'review' }]);
    const run = await runOf(api, runs[0].id);
    expect(run).toMatchObject({ trigger: { type: 'object.created' } });
    expect(run.context.input.data.properties).toEqual({ amount: 20 });
  });

  it('of a form that was sent begins with what was written into it', async () => {
    const fields = [{ name: 'wish', label: 'Your wish', required: true }];
    const settings = { create_object: false };
    const form = await createForm(api, { fields, settings });
    const id = await publish(api, {
      trigger: {
        event: 'form.submitted',
        conditions: [{ property: 'data.form_id', operator: 'eq', value: form.id }],
      },
    });
    expect((await send(api, form.id, { wish: 'A bicycle' })).status).toBe(201);
    const runs = await until(
      async () => (await api.get(`/v1/workflows/${id}/runs`)).body.data.runs,
      (list: Json[]) => list.length > 0,
    );
    const run = await runOf(api, runs[0].id);
    expect(run).toMatchObject({ trigger: { type: 'form.submitted' } });
    expect(JSON.stringify(run.context)).toContain('A bicycle');
  });

  it('is told of every step', async () => {
    const id = await publish(api);
    const run = await start(api, id);
    await go(api, run.id, 'approve');
    await go(api, run.id, 'pay');
    // The feed waits for concurrent writers.
    const events = await until(
      async () => (await api.get('/v1/changes?types=workflow.*')).body.data.results,
      (list: Json[]) => list.length >= 6,
    );
    expect(events.map(({ type }: Json) => type)).toEqual([
      'workflow.created',
      'workflow.published',
      'workflow.started',
      'workflow.transitioned',
      'workflow.transitioned',
      'workflow.completed',
    ]);
  });
});

describe('an action outside of the database', () => {
  const paying = (url: string) => ({
    states: expense.states.map((state) =>
      state.name === 'payment'
        ? {
            ...state,
            on_enter: [
              set('before', 1),
              { key: 'call', type: 'webhook', config: { url } },
              set('answer', '{{steps.call.output.body.answer}}'),
            ],
          }
        : state,
    ),
  });

  it('is done after the commit, and what follows it after that', async () => {
    const run = await start(api, await publish(api, paying(`${receiver.url}/ok`)));
    const { body } = await go(api, run.id, 'approve');
    expect(body.data).toMatchObject({ state: 'payment', status: 'running' });
    expect(body.data.context.variables).toEqual({ before: 1 });
    const waiting = await runAt(api, run.id, isAt('payment', 'waiting'));
    expect(waiting.context.variables).toEqual({ before: 1, answer: 42 });
    expect(waiting.steps.map(({ status }: Json) => status)).toEqual(Array(3).fill('succeeded'));
  });

  it('that fails ends the run, until it is retried', async () => {
    const run = await start(api, await publish(api, paying(`${receiver.url}/none`)));
    await go(api, run.id, 'approve');
    const failed = await runAt(api, run.id, ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ state: 'payment', available_transitions: [], attempt: 1 });
    expect(failed.error).toContain('call: It answered 404');
    const refused = await go(api, run.id, 'pay');
    expect(refused.body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { status: 'failed' },
    });
    const retried = await api.post(`/v1/workflow-runs/${run.id}/retry`);
    expect(retried.body.data).toMatchObject({ status: 'running', attempt: 2, error: null });
    const again = await runAt(api, run.id, ({ status }) => status === 'failed');
    expect(again.steps).toHaveLength(2);
    expect((await api.post(`/v1/workflow-runs/${run.id}/cancel`)).status).toBe(200);
  });

  it('and the rest of what happens to runs, webhooks hear of', async () => {
    const hook = await listen({ 'POST /hook': () => ({}) });
    try {
      const names = ['started', 'transitioned', 'completed', 'cancelled'];
      const events = ['workflow.failed', ...names.map((name) => `workflow.${name}`)];
      await api.post('/v1/webhooks', { url: `${hook.url}/hook`, events });
      const id = await publish(api, paying(`${receiver.url}/none`));
      const [refused, failed] = [await start(api, id), await start(api, id)];
      await go(api, refused.id, 'reject');
      await go(api, failed.id, 'approve');
      await runAt(api, failed.id, ({ status }) => status === 'failed');
      await api.post(`/v1/workflow-runs/${failed.id}/cancel`);
      const heard = await until(
        async () => hook.requests.map(({ body }) => JSON.parse(body).type),
        (types: string[]) => types.length >= 7,
      );
      expect(heard.toSorted()).toEqual(
        [...events, 'workflow.started', 'workflow.transitioned'].toSorted(),
      );
    } finally {
      await hook.close();
    }
  });
});

it('an automation starts a run', async () => {
  const id = await publish(api);
  const { body } = await api.post('/v1/automations', {
    name: 'begin',
    trigger_event: 'custom.go',
    actions: [
      { type: 'workflow', config: { workflow_id: id, input: { of: '{{trigger.data.n}}' } } },
    ],
  });
  expect(body.success).toBe(true);
  await api.post('/v1/events', { event_type: 'go', data: { n: 7 } });
  const [run] = await until(
    async () => (await api.get(`/v1/workflows/${id}/runs`)).body.data.runs,
    (list: Json[]) => list.length > 0,
  );
  expect((await runOf(api, run.id)).context.input).toEqual({ of: 7 });
});

it('actions may do no more than everyone who wrote or published the workflow', async () => {
  await api.post('/v1/roles', {
    name: 'designer',
    permissions: ['workflows:manage', 'objects:read', 'objects:write'],
  });
  const designer = await createUser(api, { role: 'designer' });
  const mailing = {
    states: expense.states.map((state) =>
      state.name === 'payment'
        ? {
            ...state,
            on_enter: [
              {
                key: 'mail',
                type: 'send_email',
                config: { to: 'a@b.test', subject: 'x', text: 'x' },
              },
            ],
          }
        : state,
    ),
  };
  // Written by one who may not send mails, published by one who may.
  const { body } = await designer.client.post('/v1/workflows', { ...expense, ...mailing });
  expect((await api.post(`/v1/workflows/${body.data.id}/publish`)).status).toBe(200);
  const run = await start(api, body.data.id);
  const refused = await go(api, run.id, 'approve');
  expect(refused.body.error).toMatchObject({
    code: 'INVALID_STATE',
    details: { step: 'mail', cause: { code: 'FORBIDDEN' } },
  });
  const own = await publish(api, mailing);
  const allowed = await start(api, own);
  expect((await go(api, allowed.id, 'approve')).status).toBe(200);
  expect((await go(designer.client, allowed.id, 'pay')).status).toBe(200);
});
