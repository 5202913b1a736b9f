import { expect, it } from 'vitest';
import { define } from '../functions/support.ts';
import { createTenant } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { create } from './support.ts';

const opened = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
const server = useOwnDatabase(opened);

it('runs that a crash cut off, in a call or in a function, go on within 30 seconds', async () => {
  const api = await createTenant(server);
  const receiver = await startReceiver();
  receiver.otherwise = () => {};
  const code = `export default async (_, ctx) =>
    (await ctx.fetch('${receiver.url}/function', { method: 'POST', body: '{}' })).status`;
  const path = await define(api, code, { allowed_hosts: ['127.0.0.1'] });
  const action = { type: 'webhook', config: { url: `${receiver.url}/call`, body: {} } };
  const trigger_event = 'custom.begun';
  await create(api, { trigger_event, actions: [action] });
  const function_id = path.split('/').at(-1);
  await create(api, { trigger_event, actions: [{ type: 'function', config: { function_id } }] });

  const { databaseUrl, encryptionKey } = server.config;
  const worker = insula(['start', '--worker-only'], {
    DATABASE_URL: databaseUrl as string,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    DATA_DIR: await temporaryFolder(),
    LOG_LEVEL: 'warn',
    ...opened,
  });
  await api.post('/v1/events', { event_type: 'begun' });
  await receiver.until(2);
  worker.child.kill('SIGKILL');
  await worker.exit();

  // Their leases end soon, and the next look at the queue is five seconds later at most.
  const { rows } = await server.db.query(
    `select count(*)::int as count, max(due_at) <= now() + interval '20 seconds' as are_soon
     from app.work where tenant_id = $1 and kind = 'automation'`,
    [api.tenant.id],
  );
  expect(rows).toEqual([{ count: 2, are_soon: true }]);
  await server.db.query('update app.work set due_at = now() where tenant_id = $1', [api.tenant.id]);
  receiver.otherwise = 200;
  const next = await server.sibling({ WORKER: 'on', ...opened });
  await until(
    async () =>
      (
        await server.db.query('select status from app.automation_runs where tenant_id = $1', [
          api.tenant.id,
        ])
      ).rows,
    (runs) => runs.length === 2 && runs.every(({ status }) => status === 'succeeded'),
  );
  expect(receiver.received.map((one) => one.path).toSorted()).toEqual([
    ...['/call', '/call', '/function', '/function'],
  ]);
  await next.close();
  await receiver.close();
});
