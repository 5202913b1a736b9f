import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { listen } from '../support/listen.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createJob, jobs, runsOf, whenEnded } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
});

/** Runs a job by hand; its attempts follow each other at once. */
const run = async (id: string) => {
  const [last] = await runsOf(api, id);
  const answered = api.post(`${jobs}/${id}/execute`);
  await whenEnded(server, api, id, last?.id);
  return (await answered).body.data;
};
const exporting = { action_type: 'export', action_config: { object_type_id: 'things' } };

describe('a scheduled job', () => {
  const done = async (action_type: string, action_config: object) => {
    const { id } = await createJob(api, { action_type, action_config });
    const { status, output, error } = await run(id);
    expect([status, error]).toEqual(['succeeded', null]);
    return { id, output };
  };

  it('emits an event, at level 1 of a chain', async () => {
    const { id } = await done('event', { event_type: 'nightly', data: { a: 1 } });
    const { rows } = await server.db.query(
      `select actor, after, causation_depth from app.journal where tenant_id = $1 and type = 'custom.nightly'`,
      [api.tenant.id],
    );
    expect(rows).toMatchObject([
      { causation_depth: 1, actor: { by: { type: 'job', id } }, after: { data: { a: 1 } } },
    ]);
  });

  it('sends emails', async () => {
    await done('email', { to: ['a@b.test', 'c@b.test'], subject: 'Report', text: 'All is well.' });
    const { body } = await api.get('/v1/email');
    const to = body.data.results.map((one: { to: string }) => one.to);
    expect(to.toSorted()).toEqual(['a@b.test', 'c@b.test']);
  });

  it('calls a URL', async () => {
    const receiver = await listen({ 'PUT /hook': () => ({ taken: true }) });
    const { output } = await done('webhook', {
      url: `${receiver.url}/hook`,
      method: 'PUT',
      body: { n: 1 },
      headers: { 'X-Token': 'secret' },
    });
    expect(output).toEqual({ status: 200, body: { taken: true } });
    const [{ headers = {}, body = '' } = {}] = receiver.requests;
    expect([headers['x-token'], headers['x-insula-depth'], body]).toEqual([
      'secret',
      '1',
      '{"n":1}',
    ]);
    await receiver.close();
  });

  it('runs a function', async () => {
    const made = await api.post('/v1/functions', {
      name: 'double',
      code: 'export default ({ n }) => n * 2',
    });
    const { output } = await done('function', { function_id: made.body.data.id, input: { n: 21 } });
    expect(output).toBe(42);
  });

  it('triggers an automation', async () => {
    const made = await api.post('/v1/automations', {
      name: 'Emit',
      trigger_event: 'manual',
      actions: [
        { type: 'emit_event', config: { event_type: 'said', data: { n: '{{trigger.data.n}}' } } },
      ],
    });
    const automation_id = made.body.data.id;
    const { id, output } = await done('automation', { automation_id, data: { n: 3 } });
    const found = await api.get(`/v1/automations/${automation_id}/runs/${output.run_id}`);
    expect(found.body.data.trigger).toMatchObject({ type: 'job', job_id: id });
  });
});

describe('the cleanup job', () => {
  it('removes only what has long been in the trash of a type', async () => {
    await api.post('/v1/object-types', { name: 'others' });
    const trashed = async (type: string) => {
      const { body } = await api.post(`/v1/objects/${type}`, {});
      await api.delete(`/v1/objects/${type}/${body.data.id}`);
      return body.data.id;
    };
    const old = [await trashed('things'), await trashed('others')];
    await api.post('/v1/objects/things', {});
    await server.db.query(
      `update app.objects set updated_at = now() - interval '8 days' where tenant_id = $1`,
      [api.tenant.id],
    );
    const fresh = await trashed('things');
    const { id } = await createJob(api, {
      action_type: 'cleanup',
      action_config: { target: 'trash', object_type_id: 'things', older_than_days: 7 },
    });
    expect(await run(id)).toMatchObject({ status: 'succeeded', output: { removed: 1 } });
    const { rows } = await server.db.query(
      'select id, is_deleted from app.objects where tenant_id = $1',
      [api.tenant.id],
    );
    const left = rows.filter((row) => row.is_deleted).map((row) => row.id);
    expect(left.toSorted()).toEqual([old[1], fresh].toSorted());
    expect(rows).toHaveLength(3);
    const { body } = await api.get(`/v1/audit-logs?resource_id=${old[0]}&action=object.purged`);
    expect(body.data.logs[0].actor).toMatchObject({ type: 'api_key', by: { type: 'job', id } });
    expect(await run(id)).toMatchObject({ status: 'succeeded', output: { removed: 0 } });
  });

  it('removes old exports', async () => {
    const body = { object_type_id: 'things' };
    const [first, second] = [
      await api.post('/v1/data/export', body),
      await api.post('/v1/data/export', body),
    ];
    await server.db.query(
      `update app.exports set finished_at = now() - interval '3 days' where id = $1`,
      [first?.body.data.id],
    );
    const { id } = await createJob(api, {
      action_type: 'cleanup',
      action_config: { target: 'exports', older_than_days: 2 },
    });
    expect(await run(id)).toMatchObject({ status: 'succeeded', output: { removed: 1 } });
    const { body: list } = await api.get('/v1/data/exports');
    expect(list.data.results.map((one: { id: string }) => one.id)).toEqual([second?.body.data.id]);
  });
});

describe('a job acts as the author of its action', () => {
  const manager = async (...permissions: string[]): Promise<SignedUp> => {
    const role = { name: 'scheduler', permissions: ['scheduled_jobs:manage', ...permissions] };
    const { body } = await api.post('/v1/roles', role);
    const signedUp = await signUp(api);
    const user_id = signedUp.user.id;
    await api.patch(`/v1/users/${user_id}`, { role: 'scheduler' });
    expect(body.success).toBe(true);
    return signedUp;
  };

  it('with no more than the author’s rights at the time of the run', async () => {
    const { client, user } = await manager();
    const { body } = await client.post(jobs, {
      name: 'J',
      cron_expression: '0 0 1 1 *',
      ...exporting,
    });
    const { id } = body.data;
    const error = 'Your roles do not permit objects:read.';
    expect(await run(id)).toMatchObject({ status: 'failed', error });
    await api.patch(`/v1/users/${user.id}`, { role: 'admin' });
    expect(await run(id)).toMatchObject({ status: 'succeeded' });
    await api.patch(`/v1/users/${user.id}`, { banned: true });
    expect((await run(id)).error).toMatch(/^The author of this job’s action no longer exists/);
    // Another who switches it on or renames it does not lend it his rights.
    await api.patch(`${jobs}/${id}`, { name: 'Other' });
    expect((await run(id)).status).toBe('failed');
    await api.patch(`${jobs}/${id}`, exporting);
    expect((await run(id)).status).toBe('succeeded');
  });

  it('including a key, or one that replaced it, but not one that was revoked', async () => {
    const key = await api.withKey(['write']);
    const { id } = await createJob({ ...api, ...key }, exporting);
    const { body } = await api.post(`/v1/keys/${key.keyId}/rotate`, {});
    expect((await run(id)).status).toBe('succeeded');
    await api.delete(`/v1/keys/${body.data.new_key.id}`);
    expect((await run(id)).error).toMatch(/^The author of this job’s action no longer exists/);
  });
});

it('a refused job run gives the reason', async () => {
  const filters = [{ property: 'created_at', operator: 'gt', value: 'soon' }];
  const { id } = await createJob(api, {
    action_type: 'export',
    action_config: { object_type_id: 'things', filters },
  });
  const { status, error } = await run(id);
  expect([status, error]).toEqual(['failed', expect.stringContaining('filters[0].value')]);
});
