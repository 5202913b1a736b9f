import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let relay: Relay;
let server: TestServer;
let api: TenantClient;
let path: string;
beforeAll(async () => {
  relay = await startRelay();
  server = await startTestServer({}, { relay, pool: { connectionTimeoutMillis: 1000 } });
  api = await createTenant(server);
  path = (await defineType(api)).path;
});
afterAll(async () => {
  await server.close();
  await relay.close();
});

/** More than there are connections, so that some wait, and some share a statement. */
const writers = 24;
const rounds = 15;

type Said = 'done' | 'not_done' | 'unknown';

/** Ends connections of the API as an operator would, or a proxy between them and the database. */
const faults: (() => Promise<unknown>)[] = [
  () => terminate('true'),
  async () => {
    await relay.cut();
    await relay.restore();
  },
  () => terminate(`state = 'active'`),
];
/** As the role itself, which may end its own. */
const terminate = (which: string) =>
  withClient(directUrl(), 'test', (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
         and ${which}`,
    ),
  );
const directUrl = () =>
  databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey).api;

it('a 503 for a write tells the truth, whenever its connection was lost', async () => {
  const said = new Map<string, Said>();
  const count = (wanted: Said) => [...said.values()].filter((one) => one === wanted).length;
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      const tag = `${writer} ${n}`;
      const { status, body } = await api.post(path, { properties: { tag } });
      expect([201, 503]).toContain(status);
      said.set(tag, status === 201 ? 'done' : body.error.details.outcome);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
  for (let round = 0; round < rounds; round++) {
    const enough = count('done') + 20 + (round % 5) * 7;
    await until(
      async () => count('done'),
      (done) => done >= enough,
    );
    await faults[round % faults.length]?.();
  }
  isOver = true;
  await writing;

  const { rows } = await server.db.query<{ tag: string; count: number }>(
    `select properties->>'tag' as tag, count(*)::int as count from app.objects
     where tenant_id = $1 group by 1`,
    [api.tenant.id],
  );
  const there = new Map(rows.map(({ tag, count: times }) => [tag, times]));
  const wrong = [...said].filter(([tag, outcome]) => {
    const times = there.get(tag) ?? 0;
    if (outcome === 'unknown') return times > 1;
    return times !== (outcome === 'done' ? 1 : 0);
  });
  expect(wrong).toEqual([]);
  expect(count('unknown')).toBeGreaterThan(0);
  expect(count('not_done')).toBeGreaterThan(0);
  expect(count('done') + count('not_done') + count('unknown')).toBe(said.size);
});
