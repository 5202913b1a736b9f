import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TenantLogins } from '../../src/db/tenant-logins.ts';
import { takeRows } from '../../src/groups/sql/rows.ts';
import { testKey } from '../support/database.ts';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

it('a statement that goes on after its caller has left keeps its place until it has ended', async () => {
  // Makes the login.
  expect((await api.post('/v1/sql', { sql: 'select 1' })).status).toBe(200);
  const url = server.pool.options.connectionString as string;
  const logins = new TenantLogins(url, testKey(), async () => {});
  let pid = 0;
  const run = (text: string, signal?: AbortSignal) =>
    logins.use(
      api.tenant.id,
      async (client, spend) => {
        pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
        return takeRows(client, { text, values: [] }, { maxRows: 10 }, spend, signal);
      },
      signal,
    );
  const leaving = new AbortController();
  const numbers = 'select from generate_series(1, 10000)';
  const endless = `select count(*) from (${numbers}) a, (${numbers}) b, (${numbers}) c`;
  const question = expect(run(endless, leaving.signal)).rejects.toThrow('leave');
  await until(
    async () => pid,
    (known) => known > 0,
  );
  const stopped = pid;
  // Nothing reaches a process that is stopped, as nothing reaches one inside a long call.
  process.kill(stopped, 'SIGSTOP');
  try {
    leaving.abort(new Error('leave'));
    await question;
    expect((await run('select 1 as one')).rows).toEqual(['{"one":1}']);
    await until(
      async () => logins.idleCount,
      (idle) => idle === 1,
    );
    await nextRound();
    expect(logins.held).toBe(1);
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
  await until(
    async () => logins.held,
    (places) => places === 0,
  );
  await logins.close();
});
