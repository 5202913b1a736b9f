import { beforeEach, describe, expect, it } from 'vitest';
import { create, runOf, trigger } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import type { TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import {
  ended,
  harmless,
  type Json,
  keyOf,
  keysOfAll,
  managerOf,
  must,
  refusals,
  steal,
  tenantOf,
  token,
} from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await tenantOf(server);
});

const call = (path: string) => ({
  key: 'call',
  type: 'function',
  config: { function_id: path.split('/').at(-1), input: {} },
});
const onGo = (path: string, more: object = {}) => ({
  trigger_event: 'custom.go',
  actions: [call(path)],
  ...more,
});
const go = () => api.post('/v1/events', { event_type: 'go' });
const outputOf = ({ steps }: Json) => steps[0].output ?? steps[0].error;

describe.each([['a key', keyOf] as const, ['a user', managerOf] as const])(
  'an automation of an owner, after %s with few rights',
  (_, small) => {
    it.each(['system', 'trigger_user'])(
      'has rewritten the function that it calls, creates no key (run_as %s)',
      async (run_as) => {
        const path = await define(api, harmless);
        const id = await create(api, onGo(path, { run_as }));
        await go();
        expect(outputOf(await runOf(api, id))).toBe('harmless');
        const { client } = await small(api);
        await must(client.patch(path, { code: steal }));
        await go();
        expect(refusals).toContain(outputOf(await runOf(api, id, 2)));
        expect((await ended(api, path, 2)).lines).toEqual([]);
        expect(await keysOfAll(api)).toBe(1);
      },
    );

    it('has pointed it at another function or event, runs with their rights', async () => {
      const [good, bad] = [await define(api, harmless), await define(api, steal)];
      const { client } = await small(api);
      const id = await create(api, onGo(good));
      await must(client.patch(`/v1/automations/${id}`, { actions: [call(bad)] }));
      await go();
      expect(refusals).toContain(outputOf(await runOf(api, id)));
      for (const change of [
        { trigger_event: 'custom.go' },
        { conditions: [{ property: 'type', operator: 'eq', value: 'custom.go' }] },
        { run_as: 'system' },
      ]) {
        const other = await create(api, onGo(bad, { run_as: 'system' }));
        await must(client.patch(`/v1/automations/${other}`, change));
        await go();
        expect(refusals).toContain(outputOf(await runOf(api, other)));
        await must(api.patch(`/v1/automations/${other}`, { enabled: false }));
      }
    });

    it('starts it by hand, runs with their rights', async () => {
      const id = await create(api, { actions: [call(await define(api, steal))] });
      const { client } = await small(api);
      const { run_id } = await must(client.post(`/v1/automations/${id}/trigger`, {}));
      const run = await runOf(api, id);
      expect(run.id).toBe(run_id);
      expect(refusals).toContain(outputOf(run));
      expect(outputOf(await trigger(api, id))).toEqual(token);
    });
  },
);

describe('an automation', () => {
  it('of an owner calls the owner’s function with all of the owner’s rights', async () => {
    const path = await define(api, steal);
    for (const run_as of ['system', 'trigger_user']) {
      const id = await create(api, onGo(path, { run_as }));
      await go();
      expect(outputOf(await runOf(api, id))).toEqual(token);
      await must(api.patch(`/v1/automations/${id}`, { enabled: false }));
    }
  });

  it('of a key with few rights and run_as system does only what that key may do', async () => {
    const { client } = await keyOf(api);
    await api.post('/v1/object-types', { name: 'notes' });
    const note = { type: 'create_object', config: { object_type_id: 'notes', properties: {} } };
    const id = await create(client, {
      trigger_event: 'custom.go',
      actions: [note, call(await define(api, steal))],
    });
    await go();
    const run = await runOf(api, id);
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(run.steps[1].output).toBe('INSUFFICIENT_SCOPE');
    const user = await managerOf(api, ['automations:manage']);
    const notify = { type: 'notify', config: { role: 'user', title: 'Hello' } };
    const other = await create(user.client, { trigger_event: 'custom.go', actions: [notify] });
    await go();
    expect(await runOf(api, other)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Your roles do not permit notifications:manage'),
    });
  });

  it('with run_as trigger_user does no more than its author may', async () => {
    await api.post('/v1/object-types', { name: 'notes' });
    const { client } = await keyOf(api, ['write']);
    const schema = {
      type: 'function',
      key: 'call',
      config: {
        function_id: (
          await define(
            api,
            `export default (_, ctx) => ctx.api.post('/v1/object-types', { name: 'more' }).then(() => 'made', (e) => e.code)`,
          )
        )
          .split('/')
          .at(-1),
      },
    };
    const given = {
      trigger_event: 'object.created',
      run_as: 'trigger_user',
      actions: [schema],
    };
    const id = await create(client, given);
    await must(api.post('/v1/objects/notes', {}));
    expect(outputOf(await runOf(api, id))).toBe('INSUFFICIENT_SCOPE');
  });

  it('continues, after a retry, with the rights of those who wrote its actions as they were', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, steal);
    const failing = { type: 'set_variable', config: { name: 'a', value: '{{trigger.data.none}}' } };
    const wait = { key: 'wait', type: 'delay', config: { minutes: 5 } };
    const id = await create(client, {
      trigger_event: 'custom.go',
      actions: [wait, call(path), failing],
    });
    await go();
    const { rows } = await untilWaiting(id);
    await must(api.patch(`/v1/automations/${id}`, { ...onGo(path) }));
    await server.db.query('update app.work set due_at = now() where id = $1', [rows[0].id]);
    await server.db.query(
      `update app.automation_runs set steps = jsonb_set(steps, '{0,due_at}', to_jsonb(now())) where id = $1`,
      [rows[0].id],
    );
    const run = await runOf(api, id);
    expect(run.steps[1].output).toBe('INSUFFICIENT_SCOPE');
  });

  it('fails, and explains what to do, once its author has lost all rights', async () => {
    const small = await managerOf(api);
    const id = await create(small.client, onGo(await define(api, harmless)));
    await small.end();
    await go();
    const run = await runOf(api, id);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/^No one to act/) });
    await must(api.patch(`/v1/automations/${id}`, onGo(await define(api, steal))));
    await go();
    expect(outputOf(await runOf(api, id, 2))).toEqual(token);
  });

  it('queued before authors were recorded runs with the rights of those of the automation', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, steal);
    const id = await create(client, { actions: [call(path)] });
    const { rows } = await server.db.query(
      `with run as (
         insert into app.automation_runs (tenant_id, id, automation_id, trigger, input, actions, principal)
         select a.tenant_id, app.new_id('arun'), a.id, '{"type": "custom.go", "event_id": null}', '{}', a.actions,
           jsonb_build_object('type', 'automation', 'id', a.id, 'scopes', array['*'])
         from app.automations a where a.id = $1 returning tenant_id, id)
       insert into app.work (tenant_id, kind, id) select tenant_id, 'automation', id from run returning id`,
      [id],
    );
    const run = await runOf(api, id);
    expect(run.id).toBe(rows[0].id);
    expect(outputOf(run)).toBe('INSUFFICIENT_SCOPE');
  });
});

const untilWaiting = (id: string) =>
  until(
    () =>
      server.db.query(
        `select id from app.automation_runs where automation_id = $1 and steps->-1->>'status' = 'waiting'`,
        [id],
      ),
    ({ rowCount }) => rowCount === 1,
  );

describe('in a chain,', () => {
  it('the author of the first link limits the last: function, event, automation as its cause', async () => {
    const { client } = await keyOf(api);
    const last = await define(api, steal);
    const id = await create(api, onGo(last, { run_as: 'trigger_user' }));
    const first = await define(client, `export default (_, ctx) => ctx.emit('go')`);
    await must(api.post(`${first}/execute`, {}));
    expect(outputOf(await runOf(api, id))).toBe('INSUFFICIENT_SCOPE');
    await must(api.patch(first, { code: `export default (_, ctx) => ctx.emit('go')` }));
    await must(api.post(`${first}/execute`, {}));
    expect(outputOf(await runOf(api, id, 2))).toEqual(token);
  });

  it('a function starts an automation with no more rights than the function’s authors', async () => {
    const { client } = await keyOf(api);
    for (const run_as of ['system', 'trigger_user']) {
      const last = await define(api, steal);
      const id = await create(api, { run_as, actions: [call(last)] });
      const first = await define(
        client,
        `export default (_, ctx) => ctx.api.post('/v1/automations/${id}/trigger', {})`,
      );
      await must(api.post(`${first}/execute`, {}));
      expect(outputOf(await runOf(api, id))).toBe('INSUFFICIENT_SCOPE');
    }
  });
});

describe('in mode sync,', () => {
  const hidden = { name: 'hidden', action: 'insert', condition_json: { n: 0 } };
  const line = { type: 'create_object', config: { object_type_id: 'lines', properties: { n: 1 } } };
  const given = { mode: 'sync', trigger_event: 'object.created', object_type_id: 'orders' };
  beforeEach(async () => {
    for (const name of ['orders', 'lines'])
      await api.post('/v1/object-types', { name, user_access: 'open' });
    await api.post('/v1/object-types/lines/properties', { name: 'n', data_type: 'number' });
    await must(api.post('/v1/object-types/lines/policies', hidden));
  });

  it('an automation does no more in the writer’s transaction than its author may', async () => {
    const { client } = await keyOf(api);
    for (const run_as of ['system', 'trigger_user']) {
      const id = await create(client, { ...given, run_as, actions: [line] });
      const refused = await api.post('/v1/objects/orders', {});
      expect(refused.body.error).toMatchObject({
        code: 'INVALID_STATE',
        details: { automation_id: id, cause: { code: 'POLICY_DENIED' } },
      });
      await must(api.patch(`/v1/automations/${id}`, { ...given, run_as, actions: [line] }));
      await must(api.post('/v1/objects/orders', {}));
      await must(api.delete(`/v1/automations/${id}`));
    }
  });

  it('an automation refuses the write when its author has lost all rights', async () => {
    const small = await keyOf(api);
    const id = await create(small.client, {
      ...given,
      actions: [{ type: 'set_variable', config: { name: 'a', value: 1 } }],
    });
    await must(api.post('/v1/objects/orders', {}));
    await small.end();
    const { body } = await api.post('/v1/objects/orders', {});
    expect(body.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('No one to act as'),
      details: { automation_id: id },
    });
    const user = await createUser(api);
    expect((await user.client.post('/v1/objects/orders', {})).status).toBe(409);
  });

  it('an automation in a dry run has no more rights either', async () => {
    const { client } = await keyOf(api);
    const id = await create(client, { ...given, actions: [line] });
    const { status, body } = await api.post('/v1/objects/orders?dry_run=true', {});
    expect([status, body.error.details.automation_id]).toEqual([409, id]);
  });
});
