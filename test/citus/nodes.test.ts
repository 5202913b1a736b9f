import { beforeAll, describe, expect, it } from 'vitest';
import { checkStraight } from '../../src/cli/doctor/straight-checks.ts';
import { withClient } from '../../src/db/client.ts';
import { withServer } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ DATABASE_NODES: 'on', DB_POOL_SIZE: '4' });
let nodes: string[];
const tenants = new Map<string, TenantClient>();

const nodeOf = async ({ tenant }: TenantClient) =>
  (await server.db.query(`select app.tenant_node($1) as node`, [tenant.id])).rows[0].node as string;

/** How many connections of API processes a node has. */
const connectionsAt = (node: string) =>
  withClient(withServer(server.config.databaseUrl as string, node), 'test', async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'insula api'`,
    );
    return rows[0].count as number;
  });

const write = (api: TenantClient, n: number) =>
  api.post('/v1/objects/notes', { properties: { n } });

beforeAll(async () => {
  nodes = (await server.db.query('select app.tenant_nodes() as nodes')).rows[0].nodes;
  // One on each node; which one a tenant comes to is chance.
  while (tenants.size < nodes.length) {
    const api = await createTenant(server);
    await api.post('/v1/object-types', { name: 'notes' });
    tenants.set(await nodeOf(api), api);
  }
});

describe('an API process with DATABASE_NODES', () => {
  it('connects to the nodes by itself, and answers as through the coordinator', async () => {
    const through = await server.sibling({ DATABASE_NODES: 'off' });
    for (const [node, api] of tenants) {
      expect((await write(api, 1)).status).toBe(201);
      expect(await connectionsAt(node)).toBeGreaterThan(0);
      const list = '/v1/objects/notes/list';
      const { data } = (await api.get(list)).body;
      const other = await fetch(`${through.url}${list}`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect(data).toEqual(((await other.json()) as { data: unknown }).data);
      expect((await api.get('/v1/objects/notes/nothing')).status).toBe(404);
    }
    await through.close();
  });

  it('is found to reach them by the doctor, and counts its connections', async () => {
    const { databaseUrl, encryptionKey } = server.config;
    const look = (nodes: Map<string, string>) =>
      checkStraight(databaseUrl as string, { databaseNodes: nodes, encryptionKey });
    expect((await look(new Map())).map(({ status }) => status)).toEqual(nodes.map(() => 'ok'));
    const [first] = nodes as [string];
    expect((await look(new Map([[first, '127.0.0.1:1']])))[0]).toMatchObject({ status: 'failed' });
    const metrics = await (
      await fetch(`${server.url}/metrics`, {
        headers: { authorization: `Bearer ${server.platformKey}` },
      })
    ).text();
    for (const node of nodes)
      expect(metrics).toContain(`insula_db_node_connections{node="${node}"}`);
  });

  it('serves many at once', async () => {
    const calls = [...tenants.values()].flatMap((api) =>
      Array.from({ length: 60 }, (_, n) => write(api, n)),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
  });

  it('gives right answers while a tenant moves, and afterwards from where it was', {
    timeout: 300_000,
  }, async () => {
    const [from, to] = nodes as [string, string];
    const api = tenants.get(from) as TenantClient;
    const ids: string[] = [];
    let isOver = false;
    const busy = (async () => {
      for (let n = 0; !isOver; n++) {
        const { status, body } = await write(api, n);
        expect([status, body.error]).toEqual([201, undefined]);
        ids.push(body.data.id);
        const seen = await api.get(`/v1/objects/notes/${body.data.id}`);
        expect(seen.status).toBe(200);
      }
    })();
    await withClient(server.config.databaseUrl as string, 'test', (client) =>
      client.query('select worker.shard_move($1, $2)', [api.tenant.id, to]),
    );
    const before = ids.length;
    await until(
      async () => ids.length,
      (count) => count > before + 20,
    );
    isOver = true;
    await busy;
    const types = (await api.get('/v1/object-types')).body.data;
    expect(types).toHaveLength(1);
    const { results } = (await api.get('/v1/objects/notes/list?limit=100')).body.data;
    expect(ids).toEqual(
      expect.arrayContaining(results.slice(0, 50).map(({ id }: { id: string }) => id)),
    );
  });

  it('refuses the tenants of a node that it does not reach, and no others', async () => {
    const [first, ...others] = nodes as [string, ...string[]];
    const apart = await server.sibling({ DATABASE_NODES: `${first}=127.0.0.1:1` });
    for (const api of tenants.values()) {
      const isThere = others.includes(await nodeOf(api));
      const answer = await fetch(`${apart.url}/v1/object-types`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect(answer.status).toBe(isThere ? 200 : 503);
      if (!isThere) expect(answer.headers.get('retry-after')).not.toBeNull();
    }
    await apart.close();
  });
});
