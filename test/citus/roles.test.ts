import pg from 'pg';
import { pino } from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { checkJournal } from '../../src/cli/doctor/journal-check.ts';
import { tableTasks } from '../../src/db/citus/tables.ts';
import { withClient } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { withServer } from '../../src/db/urls.ts';
import { randomText } from '../../src/ground/machine/secrets.ts';
import { createOnCluster, dropOnCluster } from '../support/citus/database.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

/** Two minutes: a whole database is made and spread. */
const patience = 120_000;

/** Changes a role that all databases of the node share, and does not commit yet. */
async function changeRole(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set citus.enable_ddl_propagation = off');
  await client.query('begin');
  await client.query('alter role insula_owner login');
  return client;
}

it(
  'spreads a database while another one of the same servers changes the roles',
  async () => {
    const { adminUrl, encryptionKey } = inject('server');
    const options = {
      log: pino({ level: 'warn' }),
      encryptionKey: Buffer.from(encryptionKey, 'base64'),
      current: true,
    };
    const name = `insula_roles_${randomText(6, 'hex')}`;
    const url = await createOnCluster(adminUrl, name);
    onTestFinished(() => dropOnCluster(adminUrl, name), patience);
    await migrate(url, options);

    const { rows } = await server.db.query('select app.tenant_nodes() as nodes');
    const other = await changeRole(withServer(adminUrl, rows[0].nodes[0]));
    const spreading = migrate(url, { ...options, distribute: true });
    const waiting = () =>
      other.query('select from pg_locks where pg_backend_pid() = any (pg_blocking_pids(pid))');
    try {
      await until(waiting, ({ rowCount }) => (rowCount ?? 0) > 0, 60);
    } finally {
      await other.query('commit');
      await other.end();
    }

    await spreading;
    const tasks = await withClient(url, 'test', tableTasks);
    expect(tasks.filter(({ isDone }) => !isDone)).toEqual([]);
  },
  patience,
);

it('the doctor leaves transaction numbers to the nodes', async () => {
  expect(await checkJournal(server.config.databaseUrl as string)).toEqual([]);
});
