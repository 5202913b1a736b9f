import { afterEach, describe, expect, it } from 'vitest';
import { createClient, createTenant, platformClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback', SMTP_URL: '' });
const path = '/admin/settings';
const set = async (body: object) => {
  const answer = await platformClient(server).patch(path, body);
  expect(answer.status).toBe(200);
  return answer.body.data;
};

afterEach(() =>
  set({
    ...{ self_serve: null, default_plan: null, read_only: false, outbound_hold: false },
    maintenance: null,
  }),
);

describe('the settings of the installation', () => {
  it('are those of a new installation, with what the environment sets and no secret of it', async () => {
    const { status, body } = await platformClient(server).get(path);
    expect(status).toBe(200);
    const { environment, updated_at: _, ...settings } = body.data;
    expect(settings).toEqual({
      ...{ self_serve: false, default_plan: null, read_only: false, outbound_hold: false },
      ...{
        maintenance: null,
        impersonation: true,
        backup_alarm_hours: 26,
        tenant_snapshot_days: 30,
      },
    });
    expect(environment.PORT).toEqual({ is_set: true, value: '0' });
    expect(environment.ENCRYPTION_KEY).toEqual({ is_set: true, value: null });
    expect(environment.STRIPE_SECRET_KEY).toEqual({ is_set: false, value: null });
    expect(environment.REGION).toBeUndefined();
    const text = JSON.stringify(body);
    expect(text).not.toContain(server.config.encryptionKey.toString('base64'));
    expect(text).not.toContain(server.platformKey);
    expect(text).not.toContain('postgres://');
  });

  it.each([
    ['an unknown setting', { readonly: true }, 'readonly'],
    ['an unknown plan', { default_plan: 'gold' }, 'default_plan'],
    ['an empty message', { maintenance: { message: ' ' } }, 'maintenance.message'],
    ['no hours', { backup_alarm_hours: 0 }, 'backup_alarm_hours'],
    ['no days', { tenant_snapshot_days: 0 }, 'tenant_snapshot_days'],
    [
      'an end that has passed',
      { maintenance: { message: 'We move.', until: '2026-01-01T00:00:00Z' } },
      'maintenance.until',
    ],
  ])('refuses %s, and names it', async (_, change, param) => {
    const { status, body } = await platformClient(server).patch(path, change);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(JSON.stringify(body.error)).toContain(param);
  });

  it('are neither seen nor changed with a platform key of another scope', async () => {
    const { body } = await platformClient(server).post('/admin/keys', {
      label: 'Flags',
      scopes: ['flags', 'tenants:write'],
    });
    const client = createClient(server, body.data.token);
    expect((await client.get(path)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await client.patch(path, { read_only: true })).body.error.code).toBe(
      'INSUFFICIENT_SCOPE',
    );
  });
});

describe('read_only', () => {
  it('refuses changes of tenants in every process, by every way, and no change of the operator', async () => {
    const api = await createTenant(server);
    const sibling = await server.sibling();
    try {
      await defineType(api, { title: 'string' }, { name: 'things' });
      const other = createClient(sibling, api.token);
      expect((await other.post('/v1/objects/things', {})).status).toBe(201);
      await set({ read_only: true });
      const refused = await api.post('/v1/objects/things', {});
      expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(refused.body.error.details).toEqual({ outcome: 'not_done', read_only: true });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await until(
        () => other.post('/v1/objects/things', {}),
        ({ status }) => status === 503,
      );
      const mutation = await api.post('/v1/graphql', {
        query: 'mutation { createThing(properties: {title: "x"}) { id } }',
      });
      expect(mutation.body.errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
      const sql = await api.post('/v1/sql', {
        sql: "insert into things (title) values ('x')",
        allow_write: true,
      });
      expect(sql.status).toBe(503);
      const batch = await api.post('/v1/transaction', {
        requests: [{ method: 'POST', path: '/v1/objects/things', body: {} }],
      });
      expect(batch.status).toBe(503);
      expect((await api.get('/v1/object-types/things')).status).toBe(200);
      expect((await api.post('/v1/objects/things/search', {})).status).toBe(200);
      expect((await createTenant(server)).tenant.status).toBe('active');
    } finally {
      await set({ read_only: false });
      await sibling.close();
    }
    expect((await api.post('/v1/objects/things', {})).status).toBe(201);
  });
});

describe('self_serve and default_plan', () => {
  const visitor = () => createClient(server);
  const signUp = (more: object = {}) =>
    visitor().post('/v1/tenants', {
      name: 'Self-made',
      owner: { email: 'ada@example.com', password: 'correct horse battery' },
      ...more,
    });

  it('open self-service in place of SELF_SERVE, with the plan of new tenants', async () => {
    expect((await signUp()).status).toBe(403);
    expect((await set({ self_serve: true })).self_serve).toBe(true);
    expect((await signUp()).body.data.tenant.plan_tier).toBe('unlimited');
    await set({ default_plan: 'starter' });
    expect((await signUp()).body.data.tenant.plan_tier).toBe('starter');
    expect((await signUp({ plan_tier: 'free' })).body.data.tenant.plan_tier).toBe('free');
    // A visitor does not get past the plan that the operator has chosen.
    expect((await signUp({ plan_tier: 'unlimited' })).body.data.tenant.plan_tier).toBe('starter');
    expect((await createTenant(server)).tenant.plan_tier).toBe('starter');
    const chosen = await createTenant(server, { plan_tier: 'pro' });
    expect(chosen.tenant.plan_tier).toBe('pro');
    expect((await set({ self_serve: null })).self_serve).toBe(false);
    expect((await signUp()).status).toBe(403);
  });

  it('keep the plan of new tenants from being deleted', async () => {
    const operator = platformClient(server);
    await operator.post('/owner/plans', { id: 'team', name: 'Team' });
    await set({ default_plan: 'team' });
    const { status, body } = await operator.delete('/owner/plans/team');
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(body.error.message).toContain('default_plan');
    await set({ default_plan: null });
    expect((await operator.delete('/owner/plans/team')).status).toBe(200);
  });
});

describe('maintenance', () => {
  it('is in tenant-config of every tenant until it ends', async () => {
    const api = await createTenant(server);
    const announced = async () => (await api.get('/v1/tenant-config')).body.data.maintenance;
    expect(await announced()).toBeNull();
    await set({ maintenance: { message: 'We move.', until: '2099-01-01T00:00:00Z' } });
    expect(await announced()).toEqual({ message: 'We move.', until: '2099-01-01T00:00:00Z' });
    // As time would.
    await server.db.query(
      `update app.installation_settings set maintenance = maintenance || '{"until": "2026-01-01T00:00:00Z"}'`,
    );
    await until(announced, (maintenance) => maintenance === null);
    await set({ maintenance: { message: 'Until further notice' } });
    expect(await announced()).toEqual({ message: 'Until further notice', until: null });
  });
});

describe('outbound_hold', () => {
  it('holds what would leave the installation, and lets it go on', async () => {
    const held = async () => (await createClient(server).get('/ready')).body.data.checks.outbound;
    await set({ outbound_hold: true });
    expect(await held()).toBe('held');
    const state = await server.db.query('select app.outbound_state() as state');
    expect(state.rows[0].state).toMatchObject({ held: true, since: expect.any(String) });
    await set({ outbound_hold: false });
    expect(await held()).toBeUndefined();
  });
});
