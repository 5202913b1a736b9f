import { beforeEach, describe, expect, it } from 'vitest';
import { checkJournal } from '../../src/cli/doctor/journal-check.ts';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls, withRole } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { settle } from '../support/settle.ts';
import { openSocket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
});

const things = '/v1/objects/things';

/** Writes an object. @returns the receipt, and the place in the feed behind it */
async function write(): Promise<{ receipt: string; since: string }> {
  const { headers } = await api.post(things, { properties: { n: 1 } });
  return { receipt: headers.get('x-tx-id') as string, since: await now() };
}

async function now(): Promise<string> {
  await settle(server.db);
  return (await api.get('/v1/changes?since=now')).body.data.next_since;
}

const placeOf = (since: string): bigint => BigInt(since.split('-')[0] as string);

/** The journal of the tenant without the rows after a place, as in the database that went back. */
async function forget(since: string): Promise<void> {
  const rows = [api.tenant.id, String(placeOf(since))];
  await server.db.query('delete from app.journal where tenant_id = $1 and xid > $2', rows);
  await server.db.query('delete from app.journal_seals where tenant_id = $1 and xid > $2', rows);
}

/** Changes the database's note about itself, as in a transaction of its own. */
const note = (set: string) =>
  server.db.query(`update private.lineage set written = pg_current_xact_id(), ${set}`);

/** A fail-over: another timeline, and all connections to the server before are gone. */
async function failOver(): Promise<void> {
  await note('timeline = timeline + 100');
  await cut();
}

const cut = () =>
  withClient(apiUrl(), 'test', (client) =>
    client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'insula_api' and pid <> pg_backend_pid()`),
  );

const apiUrl = () =>
  databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey).api;

async function rewinds(): Promise<{ reason: string; tenants: number }[]> {
  const { rows } = await server.db.query(
    'select reason, tenants from private.rewinds order by noticed_at',
  );
  return rows;
}

const asOwner = (sql: string, values: unknown[] = []) =>
  withClient(withRole(server.config.databaseUrl as string, 'insula_owner'), 'test', (client) =>
    client.query(sql, values),
  );

const rewind = (reason: string | null = null) => asOwner('select app.rewind($1)', [reason]);

async function shift(): Promise<number> {
  const { rows } = await server.db.query(
    'select place_shift::float8 as shift from app.tenants where tenant_id = $1',
    [api.tenant.id],
  );
  return rows[0].shift;
}

/** Until the pools have noticed that their connections are gone. */
const answered = () =>
  until(
    () => api.get(`${things}/list`),
    ({ status }) => status === 200,
  );

describe('a fail-over that processes live through', () => {
  it('is noticed by the first connection, once by however many, before anything is written', async () => {
    const sibling = await server.sibling();
    const kept = await write();
    const lost = await write();
    await forget(kept.since);
    await failOver();
    const before = (await rewinds()).length;
    await Promise.all(
      [server.url, sibling.url].flatMap((url) =>
        Array.from({ length: 10 }, () =>
          fetch(`${url}${things}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
            body: '{"properties": {"n": 2}}',
          }),
        ),
      ),
    );
    await answered();
    expect((await rewinds()).slice(before)).toMatchObject([{ reason: 'another timeline' }]);
    const { rows } = await server.db.query(
      'select xid::text::bigint as xid from app.journal where tenant_id = $1 order by 1',
      [api.tenant.id],
    );
    const places = rows.map(({ xid }) => BigInt(xid));
    expect(places.filter((place) => place > placeOf(kept.since) && place < 2n ** 32n)).toEqual([]);

    const { status, body } = await api.get(`/v1/changes?since=${lost.since}`);
    expect([status, body.error.code]).toEqual([410, 'GONE']);
    const { since, restored_to } = body.error.details;
    expect(body.error.message).toContain(restored_to);
    const [named, old] = [
      (await api.get(`/v1/changes?limit=1000&since=${since}`)).body.data.results,
      (await api.get(`/v1/changes?limit=1000&since=${kept.since}`)).body.data.results,
    ];
    expect(named).toEqual(old);
    await sibling.close();
  });

  it('closes sockets that have heard of what is lost, and tells them when they come back', async () => {
    const socket = await openSocket(server, { token: api.token, tenant_id: api.tenant.id });
    await socket.subscribe('objects:things');
    const kept = await now();
    const lost = await write();
    await until(
      async () => socket.events(),
      (events) => events.length > 0,
    );
    const { seq } = socket.events()[0];
    await forget(kept);
    await failOver();
    await answered();
    expect(await socket.closed).toMatchObject({ code: 1012 });

    const again = await openSocket(server, { token: api.token, tenant_id: api.tenant.id });
    const answer = await again.subscribe('objects:things', { since: seq });
    expect(answer).toMatchObject({ type: 'resync', restored_to: expect.any(String) });
    expect(answer.reason).toContain('restored to');
    await again.message({ type: 'subscribed' });
    const { body } = await api.post(things, { properties: { n: 3 } });
    await until(
      async () => again.events(),
      (events) => events.some(({ data }) => data.id === body.data.id),
    );
    await again.close();

    const stream = await fetch(`${server.url}/events/stream?since=${lost.since}`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    while (!/event: resync\n.*\n\n/.test(text))
      text += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    const [, data = ''] = /event: resync\n(?:id: .*\n)?data: (.*)\n/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({ restored_to: expect.any(String) });
  });

  it('refuses a seal from the lost time, and reports whether others exist', async () => {
    const seal = async () => {
      await settle(server.db);
      await asWorker(server, 'select worker.journal_seal($1, 1000)', [api.tenant.id]);
      return (await api.get('/v1/audit-logs/verify')).body.data;
    };
    const ask = ({ hash, to }: { hash: string; to: string }) =>
      api.get(`/v1/audit-logs/verify?hash=${hash}&to=${encodeURIComponent(to)}`);
    const { since } = await write();
    const kept = await seal();
    expect(kept.has_hash).toBe(null);
    await write();
    const lost = await seal();
    await forget(since);
    await rewind('in a test');
    expect((await ask(kept)).body.data).toMatchObject({ valid: true, has_hash: true });
    const refused = await ask(lost);
    expect([refused.status, refused.body.error.code]).toEqual([410, 'GONE']);
    expect(refused.body.error.details.restored_to).toEqual(expect.any(String));
    await write();
    const later = await seal();
    expect((await ask({ ...later, to: '2999-01-01T00:00:00Z' })).body.data.has_hash).toBe(true);
    const other = await ask({ hash: '0'.repeat(64), to: '2999-01-01T00:00:00Z' });
    expect(other.body.data).toMatchObject({ valid: true, has_hash: false });
  });
});

describe('a database', () => {
  it('is left as it is if nothing has happened to it', async () => {
    const before = await rewinds();
    const earlier = await shift();
    await cut();
    await answered();
    await rewind();
    expect(await rewinds()).toEqual(before);
    expect(await shift()).toBe(earlier);
  });

  it('of a version before notes where it is, and lifts nothing', async () => {
    const before = await rewinds();
    await asOwner('delete from private.lineage');
    await cut();
    await answered();
    expect((await server.db.query('select from private.lineage')).rowCount).toBe(1);
    expect(await shift()).toBe(0);
    expect(await rewinds()).toEqual(before);
  });

  it.each([
    ['on another server', () => note('system_identifier = 1'), 'another server'],
    [
      'whose rows a dump has brought back',
      () => asOwner('update private.lineage set timeline = timeline'),
      'restored dump',
    ],
  ])('%s has gone back, and doctor says so', async (_, make, reason) => {
    const { since } = await write();
    await make();
    const findings = await checkJournal(server.config.databaseUrl as string);
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'history', status: 'failed', found: reason }),
    );
    await cut();
    await answered();
    expect((await rewinds()).at(-1)?.reason).toBe(reason);
    expect(placeOf((await write()).since)).toBeGreaterThan(placeOf(since) + 2n ** 32n - 2n ** 20n);
    const later = await checkJournal(server.config.databaseUrl as string);
    expect(later.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it('that goes back to before a rewind goes further than that one went', async () => {
    const { since } = await write();
    const saved = await server.db.query(
      'select place_shift, rewinds from app.tenants where tenant_id = $1',
      [api.tenant.id],
    );
    const noted = (await server.db.query('select seen_number, seen_at from private.lineage')).rows;
    await rewind('first');
    await rewind('second');
    const first = await write();
    await forget(since);
    await server.db.query(
      'update app.tenants set place_shift = $2, rewinds = $3 where tenant_id = $1',
      [api.tenant.id, saved.rows[0].place_shift, JSON.stringify(saved.rows[0].rewinds)],
    );
    await note(`seen_number = ${noted[0].seen_number}, seen_at = '${noted[0].seen_at.toJSON()}'`);
    await rewind('third');
    expect(placeOf((await write()).since)).toBeGreaterThan(placeOf(first.since));
    for (const place of [first.since])
      expect((await api.get(`/v1/changes?since=${place}`)).status).toBe(410);
    expect((await api.get(`/v1/changes?since=${since}`)).status).toBe(200);
    expect((await api.get(`/v1/transactions/${first.receipt}`)).status).toBe(410);
  });

  it('has room for two thirds of a century, and reports when it runs out', async () => {
    await note(`first_at = first_at - interval '60 years'`);
    await rewind('after 60 years');
    expect((await api.get('/v1/changes')).status).toBe(200);
    await note(`first_at = first_at - interval '9 years'`);
    await expect(rewind('after 69 years')).rejects.toThrow('would not fit into 48 bits');
    await note(`first_at = first_at + interval '69 years'`);
  });
});
