import { afterAll, expect, it } from 'vitest';
import { create, runAt } from '../automations/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { define, lastLog } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
afterAll(() => server.cut());

const endless = 'export default () => { for (;;); }';
const idOf = (path: string): string => path.split('/').at(-1) as string;

const runsOf = async (api: TenantClient, statuses: string[]): Promise<number> => {
  const { rows } = await server.db.query(
    `select count(*)::int as count from app.function_runs where tenant_id = $1 and status = any ($2)`,
    [api.tenant.id, statuses],
  );
  return rows[0].count;
};

it('endless functions of one tenant do not delay the functions of another', async () => {
  const [flood, other] = [await createTenant(server), await createTenant(server)];
  const quick = await define(other, 'export default () => 1');
  const step = { type: 'function', config: { function_id: idOf(quick) } };
  const own = await create(other, { actions: [step] });
  const path = await define(flood, endless, { timeout_ms: 30_000 });
  const actions = [{ type: 'function', config: { function_id: idOf(path) } }];
  const automation = await create(flood, { actions });
  const job = await flood.post('/v1/scheduled-jobs', {
    name: 'Endless',
    cron_expression: '0 0 1 1 *',
    action_type: 'function',
    action_config: { function_id: idOf(path) },
  });
  for (let i = 0; i < 6; i++) {
    await flood.post(`${path}/execute`, { async: true });
    await flood.post(`/v1/automations/${automation}/trigger`, {});
  }
  void flood.post(`/v1/scheduled-jobs/${job.body.data.id}/execute`).catch(() => {});
  // All that the lanes take of one tenant: two of the queue, four of automations, one of the job.
  await until(
    () => runsOf(flood, ['running']),
    (count) => count === 7,
  );

  const queued = await other.post(`${quick}/execute`, { async: true });
  const { data } = (await other.post(`/v1/automations/${own}/trigger`, {})).body;
  await until(
    () => lastLog(other, quick),
    ({ status }) => status === 'succeeded',
  );
  await until(
    async () => (await other.get(`${quick}/logs/${queued.body.data.run_id}`)).body.data,
    ({ status }) => status === 'succeeded',
  );
  const run = await runAt(other, own, data.run_id, ({ status }) => status === 'succeeded');
  expect(run.error).toBeNull();
  expect((await other.post(`${quick}/execute`, {})).status).toBe(200);
  // None of the others had to end for that: all had begun before the first of those did, on a machine of any speed.
  const { rows } = await server.db.query(
    `select count(*) filter (where own.started_at < coalesce(others.first, 'infinity'))::int as before, count(*)::int as all
       from app.function_runs own,
            (select min(finished_at) as first from app.function_runs where tenant_id = $1) others
      where own.tenant_id = $2 and own.started_at is not null`,
    [flood.tenant.id, other.tenant.id],
  );
  expect(rows[0].before).toBe(rows[0].all);
  expect(rows[0].all).toBeGreaterThanOrEqual(2);
  // Queued runs are skipped: the server need not wait for it when it closes.
  await flood.patch(path, { enabled: false });
});
