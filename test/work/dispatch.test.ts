import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { atTenant, openAtTenant } from '../support/at-tenant.ts';
import { defineType } from '../support/define-type.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const other = useTenant(server);
let path: string;
beforeAll(async () => {
  path = (await defineType(api, { status: 'string' })).path;
});
beforeEach(() =>
  server.db.query(`delete from app.event_subscriptions; update app.journal set pending = false`),
);

const subscribe = (tenant: TenantClient, events: string[], more: object = {}) =>
  atTenant(
    server,
    tenant.tenant.id,
    `select app.subscription_put($1, 'function', 'fn_x', $2, $3, $4)`,
    [
      tenant.tenant.id,
      events,
      'types' in more ? more.types : null,
      'conditions' in more ? JSON.stringify(more.conditions) : null,
    ],
  );
const pending = async () => {
  const { rows } = await server.db.query(
    `select type, tenant_id from app.journal where pending order by xid, id`,
  );
  return rows.map(({ type }) => type);
};
const dispatch = (options = {}) => dispatchAll(server.db, options);

describe('a written event', () => {
  it('is marked for the dispatcher when someone has subscribed to it', async () => {
    await api.post(path, {});
    expect(await pending()).toEqual([]);
    await subscribe(api, ['object.deleted', 'custom.*']);
    const { id } = (await api.post(path, {})).body.data;
    expect(await pending()).toEqual([]);
    await api.delete(`${path}/${id}`);
    await api.post('/v1/events', { event_type: 'signup' });
    expect(await pending()).toEqual(['object.deleted', 'custom.signup']);
  });

  it.each([['*'], ['object.*'], ['object.created']])('is received by %s', async (pattern) => {
    await subscribe(api, [pattern]);
    await api.post(path, {});
    expect(await pending()).toEqual(['object.created']);
  });

  it('of another tenant is not received', async () => {
    await subscribe(other, ['*']);
    await api.post(path, {});
    expect(await pending()).toEqual([]);
  });

  it('of a transaction that is rolled back is never received', async () => {
    await subscribe(api, ['*']);
    const refused = await api.post(`${path}/batch/create`, {
      objects: [{ properties: { status: 'good' } }, { properties: { status: 7 } }],
    });
    expect(refused.status).toBe(400);
    await api.post(`${path}?dry_run=true`, {});
    expect(await pending()).toEqual([]);
  });

  it('counts the automations and webhooks that led to it', async () => {
    const depth = async (header: string) => {
      const { body } = await api.post(path, {}, { 'x-insula-depth': header });
      const { rows } = await server.db.query(
        `select causation_depth from app.journal where resource_id = $1`,
        [body.data.id],
      );
      return rows[0].causation_depth;
    };
    expect([await depth('3'), await depth('-1'), await depth('x')]).toEqual([3, 0, 0]);
  });
});

describe('the dispatcher', () => {
  it('claims each row once, however many dispatchers there are', async () => {
    await subscribe(api, ['*']);
    const objects = Array.from({ length: 100 }, () => ({}));
    await api.post(`${path}/batch/create`, { objects });
    const claims = await Promise.all(Array.from({ length: 6 }, () => dispatch({ perTenant: 30 })));
    let sum = claims.reduce((total, { claimed }) => total + claimed, 0);
    for (let more = -1; more !== 0; sum += more) more = (await dispatch()).claimed;
    expect([sum, await pending()]).toEqual([100, []]);
  });

  it('takes a share of each tenant in turn', async () => {
    await subscribe(api, ['*']);
    await subscribe(other, ['*']);
    await api.post(`${path}/batch/create`, { objects: Array.from({ length: 50 }, () => ({})) });
    await other.post('/v1/events', { event_type: 'one' });
    expect((await dispatch({ perTenant: 10 })).claimed).toBe(11);
  });

  it('continues with the others when the events of one tenant cannot be dispatched', async () => {
    const [first, second] = [api, other].toSorted((a, b) =>
      a.tenant.id < b.tenant.id ? -1 : 1,
    ) as [TenantClient, TenantClient];
    for (const one of [first, second]) {
      await subscribe(one, ['*']);
      await one.post('/v1/events', { event_type: 'one' });
    }
    const journal = 'alter table app.journal';
    await server.db.query(
      `${journal} add constraint none check (tenant_id <> '${first.tenant.id}' or pending) not valid`,
    );
    expect(await dispatch()).toMatchObject({
      claimed: 1,
      failed: [{ tenant_id: first.tenant.id, error: expect.stringContaining('none') }],
    });
    expect(await pending()).toEqual(['custom.one']);
    await server.db.query(`${journal} drop constraint none`);
  });

  it('continues with a tenant’s other subscriptions when the conditions of one are outdated', async () => {
    await subscribe(api, ['*'], { conditions: [{ property: 'none', operator: 'eq', value: 1 }] });
    await api.post('/v1/events', { event_type: 'one' });
    expect(await dispatch()).toMatchObject({ claimed: 1, failed: [] });
    expect(await pending()).toEqual([]);
  });

  it('skips a tenant that another dispatcher is working on', async () => {
    await subscribe(api, ['*']);
    await api.post(path, {});
    const rival = await openAtTenant(server, api.tenant.id);
    const { rows } = await rival.query('select worker.dispatch_tenant($1, 10) as count', [
      api.tenant.id,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    expect((await dispatch()).claimed).toBe(0);
    await rival.query('rollback');
    await rival.end();
    expect((await dispatch()).claimed).toBe(1);
  });
});
