import { createHash } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { startSealer } from '../../src/doors/worker/sealer.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { openAtTenant } from '../support/at-tenant.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let worker: pg.Pool;
let api: TenantClient;
beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  const { worker: connectionString } = databaseUrls(databaseUrl as string, encryptionKey);
  worker = new pg.Pool({ connectionString, max: 4 });
});
afterAll(async () => {
  await closePool(worker);
});

async function filled(objects = 5): Promise<TenantClient> {
  const tenant = await createTenant(server);
  await tenant.post('/v1/object-types', { name: 'things' });
  for (let n = 0; n < objects; n++)
    await tenant.post('/v1/objects/things', { properties: { n, text: 'ä"\n💩' } });
  await settle(server.db);
  return tenant;
}

const seal = (tenant: TenantClient, limit = 1000) =>
  worker
    .query('select worker.journal_seal($1, $2) as done', [tenant.tenant.id, limit])
    .then(({ rows }) => rows[0].done);

interface Log {
  id: string;
  hash: string | null;
  prev_hash: string | null;
}

const logs = async (tenant: TenantClient): Promise<Log[]> =>
  (await tenant.get('/v1/audit-logs?limit=100')).body.data.logs.toReversed();

const verify = async (tenant: TenantClient) =>
  (await tenant.get('/v1/audit-logs/verify')).body.data;

describe('the sealing worker', () => {
  it('seals every tenant’s journal by itself', async () => {
    api = await filled();
    const empty = await createTenant(server);
    const sealer = startSealer(worker, pino({ level: 'silent' }));
    for (const tenant of [api, empty])
      await until(
        () => logs(tenant),
        (rows) => rows.every(({ hash }) => hash !== null),
      );
    await sealer.stop();
    const rows = await logs(api);
    expect(await verify(api)).toMatchObject({
      valid: true,
      checked: rows.length,
      first_bad_id: null,
      hash: rows.at(-1)?.hash,
    });
  });

  it('continues after a failure', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const broken = new pg.Pool({ host: '127.0.0.1', port: 1 });
    const sealer = startSealer(broken, log);
    await until(
      async () => lines.join(),
      (text) => text.includes('the sealer could not do its work'),
    );
    await sealer.stop();
    await broken.end();
  });
});

describe('the chain of seals', () => {
  it('matches its description: sha256 of the previous hash and the row as a list of texts', async () => {
    const tenant = await filled();
    await seal(tenant);
    const { rows } = await server.db.query(
      `select tenant_id, xid::text as xid, id, type, actor::text as actor, resource_type, resource_id,
         object_type_id, before::text as before, app.journal_after(row(j.*)::app.journal)::text as after,
         array_to_json(changed)::text as changed,
         request_id, ip, user_agent, extract(epoch from created_at)::text as time
       from app.journal j where tenant_id = $1 order by xid, id`,
      [tenant.tenant.id],
    );
    let previous: string | null = null;
    const found = await logs(tenant);
    for (const [index, { time, ...row }] of rows.entries()) {
      const [seconds, micros] = time.split('.');
      const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
      const texts = [...Object.values(row), `${date}.${micros}+00:00`];
      const list = `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
      const hash = createHash('sha256');
      if (previous) hash.update(Buffer.from(previous, 'hex'));
      const digest: string = hash.update(list).digest('hex');
      expect(found[index]).toMatchObject({ id: row.id, prev_hash: previous, hash: digest });
      previous = digest;
    }
    expect(previous).not.toBeNull();
  });

  it('does not depend on the settings of the connection', async () => {
    const tenant = await filled(1);
    const query = `select app.journal_seal_hash('x', row(j.*)::app.journal) as hash from app.journal j where tenant_id = $1`;
    const hashes = async (...settings: string[]) => {
      const client = await server.db.connect();
      for (const setting of settings) await client.query(`set ${setting}`);
      const { rows } = await client.query(query, [tenant.tenant.id]);
      client.release(true);
      return rows;
    };
    expect(
      await hashes(
        `timezone = 'Asia/Kolkata'`,
        `datestyle = 'German'`,
        `bytea_output = 'escape'`,
        `client_encoding = 'LATIN1'`,
        'extra_float_digits = 0',
        `intervalstyle = 'iso_8601'`,
      ),
    ).toEqual(await hashes());
  });

  it('grows in parts from where it ended, and never past an open transaction', async () => {
    const tenant = await filled(3);
    expect(await seal(tenant, 4)).toBe(false);
    expect((await logs(tenant)).map(({ hash }) => hash !== null)).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ]);
    const open = await openAtTenant(server, tenant.tenant.id);
    await open.query('select pg_current_xact_id()');
    await tenant.post('/v1/objects/things', {});
    expect(await seal(tenant)).toBe(true);
    expect((await logs(tenant)).filter(({ hash }) => hash === null)).toHaveLength(1);
    expect(await verify(tenant)).toMatchObject({ valid: true, checked: 6 });
    await open.query('commit');
    await open.end();
    await settle(server.db);
    await seal(tenant);
    expect(await verify(tenant)).toMatchObject({ valid: true, checked: 7 });
  });

  it('stays one chain when two workers seal at once, and when one dies midway', async () => {
    const tenant = await filled(30);
    const dying = await worker.connect();
    await dying.query('begin');
    await dying.query('select worker.journal_seal($1, 10)', [tenant.tenant.id]);
    const waiting = [seal(tenant, 20), seal(tenant, 25), seal(tenant)];
    dying.release(true);
    await Promise.all(waiting);
    while (!(await seal(tenant, 7)));
    expect(await verify(tenant)).toMatchObject({ valid: true, checked: 33 });
  });

  it('belongs to one tenant', async () => {
    const [one, two] = [await filled(1), await filled(1)];
    await seal(one);
    expect((await logs(two)).every(({ hash }) => hash === null)).toBe(true);
    expect(await verify(two)).toEqual({
      ...{ valid: true, checked: 0, blanked: 0, redacted: 0, first_bad_id: null },
      ...{ from: null, to: null, hash: null, has_hash: null },
    });
  });
});
