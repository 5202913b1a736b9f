import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { apply } from '../../src/db/apply.ts';
import { closeGate } from '../../src/db/gate.ts';
import { withRole } from '../../src/db/urls.ts';
import { version } from '../../src/ground/machine/version.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A connection of the owner with a transaction. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: withRole(database.url, 'insula_owner') });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  return client;
}

const read = (table: string) =>
  database.db.query(`set local lock_timeout = 50; select 1 from ${table} limit 1`);

function listen() {
  const lines: { msg: string; table?: string }[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}

it('the gate of an upgrade lets none in once it is closed, and is open again afterwards', async () => {
  const client = await begin();
  await closeGate(client, listen().log);
  for (const table of ['app.api_keys', 'app.journal', 'operators.plans'])
    await expect(read(table)).rejects.toThrow('lock timeout');
  await client.query('rollback');
  await read('app.api_keys');
});

it('the gate names the connection that has a table for too long, and lets everyone in then', async () => {
  const other = await begin();
  const { rows } = await other.query(
    'select pg_backend_pid() as pid from app.tickets right join (select 1) x on true',
  );
  const client = await begin();
  const { log, lines } = listen();
  await expect(closeGate(client, log, 0)).rejects.toThrow(
    `Connection ${rows[0].pid} holds app.tickets`,
  );
  await expect(closeGate(client, log, 500)).rejects.toThrow('nothing was changed');
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'waiting for calls that are under way', table: 'app.tickets' }),
  );
  await read('app.tickets');
  await other.query('rollback');
  await closeGate(client, log);
});

it('an upgrade that meets another change of the same function begins again, and ends well', async () => {
  const other = await begin();
  await other.query(
    `create or replace function gateway.ping() returns json language sql as $$ select '1'::json $$`,
  );
  const { log, lines } = listen();
  const applied = apply(database.url, { force: true, gate: log });
  await until(
    async () => lines,
    (all) => all.some(({ msg }) => msg.includes('begins again')),
  );
  await other.query('rollback');
  expect(await applied).toMatchObject({ pruned: [], heldMs: expect.any(Number) });
  expect((await database.db.query('select version from private.applied')).rows).toEqual([
    { version },
  ]);
});

it('functions of a newer version are kept, unless the operator insists', async () => {
  await database.db.query(`update private.applied set version = '999.0.1', hash = 'another'`);
  const { log, lines } = listen();
  expect(await apply(database.url, { gate: log })).toMatchObject({ applied: 0 });
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('Insula 999.0.1')]);
  expect((await apply(database.url, { force: true })).applied).toBeGreaterThan(0);
});
