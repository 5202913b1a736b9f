import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { withServer } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const writers = 60;

describe.each([
  ['through the coordinator', 'off'],
  ['with DATABASE_NODES', 'on'],
])('at the end of a move, %s,', (_, nodes) => {
  const server = useOwnDatabase({ DATABASE_NODES: nodes });
  let api: TenantClient;
  let node: pg.Client;
  let shard: string;
  beforeAll(async () => {
    api = await createTenant(server);
    await api.post('/v1/object-types', { name: 'notes' });
    const { rows } = await server.db.query(
      `select app.tenant_node($1) as node,
         get_shard_id_for_distribution_column('app.tenants', $1::text) as shard`,
      [api.tenant.id],
    );
    shard = rows[0].shard;
    node = new pg.Client(withServer(server.config.databaseUrl as string, rows[0].node));
    await node.connect();
    return () => node.end();
  });

  /** Keeps the writes of the tenant waiting, as the mover does while it carries the last changes over. */
  const hold = async () => {
    await node.query('begin');
    await node.query('select lock_shard_metadata(7, array[$1::bigint])', [shard]);
  };
  const release = () => node.query('rollback');
  const write = () => api.post('/v1/objects/notes', { properties: { n: 1 } });
  const waiting = async () => {
    const { rows } = await node.query(
      `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
         and pid in (select pid from pg_stat_activity where datname = current_database())`,
    );
    return rows[0].count as number;
  };

  it('each of many writes is told to come again, and reads go on', async () => {
    const { id } = (await write()).body.data;
    await hold();
    let isOver = false;
    const answers = Promise.all(Array.from({ length: writers }, write)).finally(() => {
      isOver = true;
    });
    const read = async () => (await api.get(`/v1/objects/notes/${id}`)).status;
    // Once each has tried: two wait with a connection, and the others for them.
    await sleep(1_000);
    expect(await waiting()).toBe(2);
    while (!isOver) expect(await read()).toBe(200);
    for (const { status, body, headers } of await answers)
      expect([status, body.error?.code, headers.get('retry-after')]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        '1',
      ]);
    await release();
    expect((await write()).status).toBe(201);
  });

  it('each is done once that is over', async () => {
    await hold();
    const answers = Promise.all(Array.from({ length: writers }, write));
    await until(waiting, (count) => count > 0);
    await release();
    expect((await answers).map(({ status }) => status)).toEqual(Array(writers).fill(201));
    expect((await api.get('/v1/objects/notes/list?limit=1')).body.data.total).toBe(writers + 2);
  });
});
