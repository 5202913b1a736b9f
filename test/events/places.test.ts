import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkJournal } from '../../src/cli/doctor/journal-check.ts';
import { apply } from '../../src/db/apply.ts';
import { type Client, createClient, createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { copyTenant } from '../support/copy-tenant.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

/** Above it, a place is of a PostgreSQL that has lived long. */
const far = 2 ** 33;

interface Event {
  id: string;
  seq: string;
  type: string;
}

/** A reader of the feed, with a memory as a client has it: what it has seen, and where it goes on. */
class Follower {
  readonly seen: Event[] = [];
  client: Client;
  since = '';

  constructor(client: Client) {
    this.client = client;
  }

  /** Reads on, three at a time, until it has seen what is there. */
  async follow({ db }: Pick<TestServer, 'db'>): Promise<void> {
    await settle(db);
    for (let isMore = true; isMore; ) {
      const path = `/v1/changes?limit=3${this.since && `&since=${this.since}`}`;
      const { status, body } = await this.client.get(path);
      expect([status, body.error]).toEqual([200, undefined]);
      this.seen.push(...body.data.results);
      this.since = body.data.next_since;
      isMore = body.data.has_more;
    }
  }

  get seqs(): string[] {
    return this.seen.map(({ seq }) => seq);
  }
}

/** All that a tenant's journal has, in its order. */
async function journal({ db }: Pick<TestServer, 'db'>): Promise<string[]> {
  const { rows } = await db.query(
    'select app.seq(xid, id) as seq from app.journal where tenant_id = $1 order by xid, id',
    [api.tenant.id],
  );
  return rows.map(({ seq }) => seq);
}

async function shiftOf({ db }: Pick<TestServer, 'db'>, tenant = api.tenant.id): Promise<number> {
  const { rows } = await db.query(
    'select place_shift::float8 as shift from app.tenants where tenant_id = $1',
    [tenant],
  );
  return rows[0].shift;
}

/** The effect of a move: the next places are far from those before. */
const shift = (by: number) =>
  server.db.query('update app.tenants set place_shift = place_shift + $2 where tenant_id = $1', [
    api.tenant.id,
    by,
  ]);

/** Creates an object and changes it: its path, and the numbers of the two requests. */
async function write(client: Client): Promise<{ path: string; created: string; changed: string }> {
  const created = await client.post('/v1/objects/things', { properties: { n: 1 } });
  const path = `/v1/objects/things/${created.body.data.id}`;
  const changed = await client.patch(path, { properties: { n: 2 } });
  expect([created.status, changed.status]).toEqual([201, 200]);
  const number = ({ headers }: { headers: Headers }) => headers.get('x-tx-id') as string;
  return { path, created: number(created), changed: number(changed) };
}

const propertiesAt = async (client: Client, path: string) =>
  (await client.get(path)).body.data.properties;

describe('a shift that is raised between writes', () => {
  it('loses, doubles and reorders nothing for a follower with an old place', async () => {
    await api.post('/v1/object-types', { name: 'things' });
    const follower = new Follower(api);
    for (const by of [0, 1, far]) {
      await shift(by);
      for (let n = 0; n < 3; n++) await write(api);
      await follower.follow(server);
    }
    const fresh = new Follower(api);
    await fresh.follow(server);
    const written = await journal(server);
    expect(written).toHaveLength(3 + 3 * 6);
    expect(follower.seqs).toEqual(written);
    expect(fresh.seqs).toEqual(written);
    expect(follower.seen.filter(({ type }) => type === 'object.updated')).toHaveLength(9);
  });

  it('leaves receipts and undo as they are, before and after', async () => {
    await api.post('/v1/object-types', { name: 'things' });
    const before = await write(api);
    await shift(far);
    const after = await write(api);
    expect(BigInt(after.created)).toBeGreaterThan(BigInt(far));
    for (const { path, created, changed } of [before, after]) {
      const { body } = await api.get(`/v1/transactions/${changed}`);
      expect(body.data).toMatchObject({ tx_id: changed, changes: [{ type: 'object.updated' }] });
      expect((await api.post(`/v1/transactions/${changed}/undo`)).status).toBe(200);
      expect(await propertiesAt(api, path)).toEqual({ n: 1 });
      // It has changed since, by the undo.
      expect((await api.post(`/v1/transactions/${created}/undo`)).status).toBe(409);
    }
  });

  it('goes for imports, versions, events and the audit log alike', async () => {
    await shift(far);
    await api.post('/v1/object-types', { name: 'things' });
    const { path, created, changed } = await write(api);
    const versions = (await api.get(`${path}/versions`)).body.data;
    expect(versions.map((version: { tx_id: string }) => version.tx_id)).toContain(created);
    const imported = await api.post('/v1/data/import', {
      object_type_id: 'things',
      rows: [{ n: 3 }],
    });
    expect([imported.status, imported.body.error]).toEqual([200, undefined]);
    expect(imported.body.data.tx_id).toBe(imported.headers.get('x-tx-id'));
    const { logs } = (await api.get('/v1/audit-logs?action=object.updated')).body.data;
    expect(logs.map((log: { tx_id: string }) => log.tx_id)).toEqual([changed]);
  });

  it('is as high as it has to be, and never so high that numbers of requests would not fit', async () => {
    const raised = () => server.db.query('select app.place_raise($1)', [api.tenant.id]);
    await raised();
    const first = await shiftOf(server);
    await server.db.query(
      `update app.journal set xid = (xid::text::bigint + $2)::text::xid8 where tenant_id = $1`,
      [api.tenant.id, far],
    );
    await raised();
    expect(await shiftOf(server)).toBeGreaterThan(first + far - 1000);
    const last = await shiftOf(server);
    await server.db.query(`update app.journal set xid = $2 where tenant_id = $1`, [
      api.tenant.id,
      String(2 ** 48 - 1),
    ]);
    await expect(raised()).rejects.toThrow('would not fit into 48 bits');
    expect(await shiftOf(server)).toBe(last);
  });
});

describe('a tenant that has come from a node of a cluster whose transaction numbers were higher', () => {
  it('continues behind what it brings, whichever caller comes first and however many at once', async () => {
    await api.post('/v1/object-types', { name: 'things' });
    const old = await write(api);
    await settle(server.db);
    await server.db.query(
      'update app.journal set xid = (xid::text::bigint + $2)::text::xid8 where tenant_id = $1',
      [api.tenant.id, far],
    );
    await server.db.query(`update app.tenants set place_node = '7' where tenant_id = $1`, [
      api.tenant.id,
    ]);
    const before = await journal(server);
    const follower = new Follower(api);
    await Promise.all([
      api.get(old.path),
      follower.follow(server),
      ...Array.from({ length: 20 }, () => write(api)),
    ]);
    await follower.follow(server);
    const written = await journal(server);
    expect(written.slice(0, before.length)).toEqual(before);
    expect(written).toHaveLength(before.length + 40);
    expect(follower.seqs).toEqual(written);
    const { rows } = await server.db.query(
      'select place_node from app.tenants where tenant_id = $1',
      [api.tenant.id],
    );
    expect(rows).toEqual([{ place_node: null }]);
  });
});

describe('a tenant restored into a PostgreSQL whose transaction numbers are far lower, beside another one', () => {
  it('goes on where it was: feed, receipts, undo, seals and listeners', async () => {
    const target = await startTestServer();
    onTestFinished(() => target.close());
    const neighbour = await createTenant(target);
    await neighbour.post('/v1/object-types', { name: 'things' });
    const besides = new Follower(neighbour);
    await write(neighbour);
    await besides.follow(target);

    await shift(far);
    await api.post('/v1/object-types', { name: 'things' });
    const webhook = { url: 'https://hook.example', events: ['object.updated'] };
    expect((await api.post('/v1/webhooks', webhook)).status).toBe(201);
    const old = await write(api);
    const follower = new Follower(api);
    await follower.follow(server);
    const unread = await write(api);
    await settle(server.db);
    await asWorker(server, 'select worker.journal_seal($1, 6)', [api.tenant.id]);
    await copyTenant(api.tenant.id, server.db, target.db);
    const findings = async () =>
      (await checkJournal(target.config.databaseUrl as string)).slice(0, 1);
    expect(await findings()).toMatchObject([{ name: 'transaction numbers', status: 'failed' }]);

    // As the first start in another PostgreSQL does, which finds that nothing has been applied there.
    await target.db.query(`update private.applied set hash = 'of another PostgreSQL'`);
    await apply(target.config.databaseUrl as string);
    expect(await findings()).toMatchObject([{ name: 'transaction numbers', status: 'ok' }]);
    expect(await shiftOf(target)).toBeGreaterThan(far - 10_000);
    expect(await shiftOf(target, neighbour.tenant.id)).toBe(0);

    const restored = createClient(target, api.token);
    const fresh = await write(restored);
    await write(neighbour);
    follower.client = restored;
    await follower.follow(target);
    expect(follower.seqs).toEqual(await journal(target));
    expect(BigInt(fresh.created)).toBeGreaterThan(BigInt(unread.changed));
    await besides.follow(target);
    expect(besides.seen.slice(-2).map(({ type }) => type)).toEqual([
      'object.created',
      'object.updated',
    ]);

    for (const { path, changed } of [old, unread, fresh]) {
      expect((await restored.get(`/v1/transactions/${changed}`)).status).toBe(200);
      expect((await restored.post(`/v1/transactions/${changed}/undo`)).status).toBe(200);
      expect(await propertiesAt(restored, path)).toEqual({ n: 1 });
    }

    await settle(target.db);
    const { rows } = await asWorker(target, 'select worker.journal_unsealed($1, 10) as found', [
      '',
    ]);
    expect(rows[0].found.tenants).toContain(api.tenant.id);
    await asWorker(target, 'select worker.journal_seal($1, 1000)', [api.tenant.id]);
    const { body } = await restored.get('/v1/audit-logs/verify');
    const { length } = await journal(target);
    expect(body.data).toMatchObject({ valid: true, checked: length });

    // Each change once: those from before the restore that were not handed on yet, and those after it.
    await dispatchAll(target.db);
    const deliveries = await target.db.query(
      'select count(*)::int as count from app.webhook_deliveries where tenant_id = $1',
      [api.tenant.id],
    );
    expect(deliveries.rows[0].count).toBe(6);
  });
});
