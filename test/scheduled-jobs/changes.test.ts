import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextFiring } from '../../src/ground/schedules/cron.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { jobs, makeDue } from './support.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  api = await createTenant(server);
});
afterAll(() => server.close());

const daily = { name: 'Report', cron_expression: '0 9 * * *', timezone: 'Europe/Berlin' };

/** Everything that fires by a schedule: where it is created, with what, and where its runs are listed. */
const kinds: Array<[kind: string, path: string, given: object, runs: string]> = [
  [
    'a scheduled job',
    jobs,
    { ...daily, action_type: 'event', action_config: { event_type: 'morning' } },
    'runs',
  ],
  ['an automation', '/v1/automations', { ...daily, trigger_event: 'schedule' }, 'runs'],
  [
    'a function',
    '/v1/functions',
    { ...daily, trigger_type: 'schedule', code: 'export default () => 1' },
    'logs',
  ],
];

describe.each(kinds)('a change of %s', (_kind, path, given, runs) => {
  const create = async (other: object = {}) => {
    const { body } = await api.post(path, { ...given, ...other });
    return body.data;
  };
  const runsOf = async (id: string): Promise<Array<{ status: string }>> =>
    (await api.get(`${path}/${id}/${runs}`)).body.data[runs];

  it('leaves a firing that is due: it happens once', async () => {
    const { id } = await create();
    await makeDue(server, [id], '5 s');
    for (const change of [{ name: 'Renamed' }, { enabled: true }, { timezone: 'Europe/Berlin' }])
      expect((await api.patch(`${path}/${id}`, change)).status).toBe(200);
    const worker = await server.sibling({ WORKER: 'on' });
    const ended = await until(
      () => runsOf(id),
      (list) => list.length > 0 && list.every(({ status }) => status === 'succeeded'),
    );
    expect(ended).toHaveLength(1);
    const { body } = await api.get(`${path}/${id}`);
    expect(Date.parse(body.data.next_run_at)).toBeGreaterThan(Date.now());
    await worker.close();
  });

  it('does not repeat a firing that happens at a given moment', async () => {
    const run_at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await create({ cron_expression: null, run_at });
    await server.db.query('update app.schedules set next_run_at = null where subject_id = $1', [
      id,
    ]);
    const { body } = await api.patch(`${path}/${id}`, { name: 'Renamed' });
    expect(body.data.next_run_at).toBeNull();
  });

  it('to another schedule counts from now', async () => {
    const { id } = await create();
    await makeDue(server, [id], '5 s');
    const patch = async (change: object) => (await api.patch(`${path}/${id}`, change)).body.data;
    expect((await patch({ cron_expression: '0 8 * * *' })).next_run_at).toMatch(/T0[67]:00:00/);
    const run_at = '2999-01-01T00:00:00+00:00';
    expect(await patch({ run_at, cron_expression: null })).toMatchObject({
      cron_expression: null,
      run_at,
      next_run_at: run_at,
    });
    const cron = { cron_expression: '0 9 * * *', run_at: null };
    expect(await patch(cron)).toMatchObject(cron);
    expect(await patch({ run_at: null })).toMatchObject({ cron_expression: '0 9 * * *' });
    expect(await patch({ enabled: false, timezone: 'Asia/Tokyo' })).toMatchObject({
      next_run_at: null,
    });
    expect((await patch({ enabled: true })).next_run_at).toMatch(/T00:00:00/);
  });

  it('planned before another of the same transaction is refused, not stored without a firing', async () => {
    const { id } = await create();
    const paused = (enabled: boolean) => ({
      method: 'PATCH',
      path: `${path}/${id}`,
      body: { enabled },
    });
    const both = await api.post('/v1/transaction', { requests: [paused(false), paused(true)] });
    expect([both.status, both.body.error?.code]).toEqual([409, 'CONFLICT']);
    const { enabled, next_run_at } = (await api.get(`${path}/${id}`)).body.data;
    expect([enabled, next_run_at]).toEqual([true, expect.any(String)]);

    // Changes of other fields can go together.
    if (path === jobs) return;
    const requests = ['One', 'Two'].map((name) => ({ ...paused(true), body: { name } }));
    expect((await api.post('/v1/transaction', { requests })).status).toBe(200);
  });

  it('that crosses another leaves no firing of a schedule that is not stored', async () => {
    const { id } = await create();
    const changes = [1, 2, 3, 4].flatMap((hour) => [
      { cron_expression: `0 ${hour} * * *` },
      { timezone: `Etc/GMT-${hour}` },
    ]);
    const answers = await Promise.all(changes.map((change) => api.patch(`${path}/${id}`, change)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThan(changes.length);
    for (const { status, body } of refused)
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    const { cron_expression, timezone, next_run_at } = (await api.get(`${path}/${id}`)).body.data;
    const next = nextFiring(cron_expression, timezone, new Date());
    expect(Date.parse(next_run_at)).toBe(next.getTime());
  });
});
