import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { openAtTenant } from '../support/at-tenant.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { countOf, type Json } from './support.ts';

const server = useOwnDatabase();
let api: TenantClient;

// Without a worker: what has happened is handed on when the test says so, however late that is.
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/webhooks', { url: 'https://example.com/other', events: ['*'] });
});

const dispatch = () => dispatchAll(server.db);
const emit = (event_type: string) => api.post('/v1/events', { event_type });

interface Listener {
  create(): Promise<Json>;
  path: string;
  off: object;
  on: object;
  /** How often it has heard of an event, in SQL over a tenant and the id of the listener. */
  heard: string;
}

const listeners: Record<string, Listener> = {
  webhook: {
    create: () => api.post('/v1/webhooks', { url: 'https://example.com', events: ['custom.*'] }),
    path: '/v1/webhooks',
    off: { status: 'paused' },
    on: { status: 'active' },
    heard: 'from app.webhook_deliveries where tenant_id = $1 and webhook_id',
  },
  automation: {
    create: () =>
      api.post('/v1/automations', { name: 'A', trigger_event: 'custom.*', actions: [] }),
    path: '/v1/automations',
    off: { enabled: false },
    on: { enabled: true },
    heard: 'from app.automation_runs where tenant_id = $1 and automation_id',
  },
  function: {
    create: () =>
      api.post('/v1/functions', {
        name: 'f',
        code: 'export default () => 1',
        trigger_type: 'event',
        trigger_event: 'custom.*',
      }),
    path: '/v1/functions',
    off: { enabled: false },
    on: { enabled: true },
    heard: 'from app.function_runs where tenant_id = $1 and function_id',
  },
};

describe.each(Object.entries(listeners))('an event for a %s', (_, listener) => {
  const heard = (id: string) => countOf(server, api, `${listener.heard} = '${id}'`);

  it('that happened before it existed, or while it was switched off, never reaches it', async () => {
    await emit('before');
    const { id } = (await listener.create()).body.data;
    const path = `${listener.path}/${id}`;
    await dispatch();
    expect(await heard(id)).toBe(0);
    await api.patch(path, listener.off);
    await emit('meanwhile');
    expect((await api.patch(path, listener.on)).status).toBe(200);
    await dispatch();
    expect(await heard(id)).toBe(0);
    await emit('after');
    await dispatch();
    expect(await heard(id)).toBe(1);
  });

  it('that happened while it was on still reaches it, whatever else is changed', async () => {
    const { id } = (await listener.create()).body.data;
    await emit('on');
    await api.patch(`${listener.path}/${id}`, { description: 'changed', ...listener.on });
    await dispatch();
    expect(await heard(id)).toBe(1);
  });

  it('in a transaction that ends after it was switched on reaches it', async () => {
    const { id } = (await listener.create()).body.data;
    const path = `${listener.path}/${id}`;
    await api.patch(path, listener.off);
    const writer = await openAtTenant(server, api.tenant.id);
    await writer.query(
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after, pending)
       values ($1, app.place($1), app.new_id('evt'), 'custom.late', '{}', 'event', 'x', '{"data": {}}', true)`,
      [api.tenant.id],
    );
    await api.patch(path, listener.on);
    await writer.query('commit');
    await writer.end();
    await dispatch();
    expect(await heard(id)).toBe(1);
  });

  it('reaches it where transaction numbers have restarted, as after the restore of a dump', async () => {
    const { id } = (await listener.create()).body.data;
    await server.db.query(
      `update app.event_subscriptions set since = '9000000000:9000000000:' where subscriber_id = $1`,
      [id],
    );
    await emit('after');
    await dispatch();
    expect(await heard(id)).toBe(1);
  });
});
