import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { webhookSecret } from '../support/stripe-server.ts';
import { completed, nowSeconds, report, subscription } from './support.ts';

const start = async (dataDir: string) => {
  const run = insula(['start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  });
  const [, url = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  return { run, url };
};

it('ends with the same subscription when the process is killed between events', async () => {
  const dataDir = await startedFolder();
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  const first = await start(dataDir);
  let client = createClient(first, token);
  const { id } = (await client.get('/v1/tenants/current')).body.data;
  const customer = `cus_${id}`;
  const now = nowSeconds();
  const events = [
    completed(id, customer, {}, now - 100),
    ...Array.from({ length: 30 }, (_, i) =>
      subscription('updated', customer, { quantity: i + 2 }, now - 90 + i),
    ),
    subscription('updated', customer, { quantity: 99, metadata: { plan: 'pro' } }, now - 10),
  ];
  for (const event of events.slice(0, 10)) expect((await report(client, event)).status).toBe(200);
  // The next ones are under way when it is killed: their fate is unknown.
  const lost = events.slice(10, 20).map((event) => report(client, event).catch(() => undefined));
  await Promise.race(lost);
  first.run.child.kill('SIGKILL');
  await Promise.all(lost);
  await first.run.exit();

  const second = await start(dataDir);
  client = createClient(second, token);
  // The provider sends again what was not answered, and more than once what was.
  for (const event of [...events.slice(5), ...events]) {
    expect((await report(client, event)).status).toBe(200);
  }
  const { data } = (await client.get('/v1/billing/subscription')).body;
  expect(data).toMatchObject({ status: 'active', plan_tier: 'pro', seats: 99 });
  const query = '/v1/audit-logs?limit=100&resource_type=subscription';
  const logs: Array<{ changes: { after: { seats: number } } }> = (await client.get(query)).body.data
    .logs;
  const seats = logs.map(({ changes }) => changes.after.seats);
  // Each event has more seats than the one before: none was applied twice, and none after a later one.
  expect(seats).toEqual([...new Set(seats)].toSorted((one, other) => other - one));
  second.run.child.kill('SIGTERM');
  expect(await second.run.exit()).toBe(0);
}, 300_000);
