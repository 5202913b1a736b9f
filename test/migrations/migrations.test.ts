import { hostname } from 'node:os';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { fingerprintOf } from '../../src/db/encryption-key.ts';
import { resealAll } from '../../src/db/reseal.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const path = '/admin/migrations';

describe('a migration', () => {
  const server = useOwnDatabase();
  const operator = () => platformClient(server);
  const create = async () => (await operator().post(path, { type: 'reseal' })).body.data;

  it('waits until it is run, and can be paused, resumed and cancelled', async () => {
    const made = await create();
    expect(made).toMatchObject({
      ...{ type: 'reseal', status: 'pending', progress: { done: 0, total: null, unit: 'secrets' } },
      ...{ failures: [], error: null, created_by: 'platform', started_at: null, finished_at: null },
    });
    const move = async (word: string) => {
      const { status, body } = await operator().post(`${path}/${made.id}/${word}`);
      return status === 200 ? body.data.status : `${status} ${body.error.code}`;
    };
    const moves = ['pause', 'retry', 'run', 'run', 'pause', 'pause', 'resume', 'pause', 'cancel'];
    const states: string[] = [];
    for (const word of moves) states.push(await move(word));
    expect(states).toEqual([
      ...['409 INVALID_STATE', '409 INVALID_STATE', 'running', '409 INVALID_STATE', 'paused'],
      ...['409 INVALID_STATE', 'running', 'paused', 'cancelled'],
    ]);
    expect(await move('cancel')).toBe('409 INVALID_STATE');
    const { data } = (await operator().get(`${path}/${made.id}`)).body;
    expect([data.started_at, data.finished_at]).not.toContain(null);
  });

  it('is the only open one of its type, and is listed by its state', async () => {
    const made = await create();
    const second = await operator().post(path, { type: 'reseal' });
    expect([second.status, second.body.error.message]).toEqual([
      409,
      expect.stringContaining(made.id),
    ]);
    const idsOf = async (query: string) =>
      (await operator().get(`${path}${query}`)).body.data.migrations.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf('/active')).toEqual([made.id]);
    expect(await idsOf('/failed')).toEqual([]);
    expect(await idsOf('?status=pending&type=reseal')).toEqual([made.id]);
    expect(await idsOf('?status=cancelled')).not.toContain(made.id);
    expect(await idsOf('?tenant_id=ten_1')).toEqual([]);
    await operator().post(`${path}/${made.id}/run`);
    const { data } = (await operator().get(`${path}/progress`)).body;
    expect(data).toMatchObject({ running: [{ id: made.id }], tenants_done: 0, tenants_total: 0 });
    const { jobs } = (await operator().get('/admin/jobs?kind=migration')).body.data;
    expect(jobs).toMatchObject([{ id: made.id, status: 'running', tenant_id: null }]);
    await operator().post(`${path}/${made.id}/cancel`);
  });

  it('of the schema is refused, and one that does not exist is not found', async () => {
    const schema = await operator().post(path, { type: 'schema' });
    expect([schema.status, schema.body.error.message]).toEqual([
      409,
      expect.stringContaining('insula migrate up'),
    ]);
    const other = await operator().post(path, { type: 'vacuum' });
    expect([other.status, other.body.error.param]).toEqual([400, 'type']);
    expect((await operator().get(`${path}/mig_1`)).status).toBe(404);
    expect((await operator().post(`${path}/mig_1/run`)).status).toBe(404);
  });

  it('is not at its end while a secret is left that was changed under its hands', async () => {
    const [old, { tenant, ...api }] = [Buffer.alloc(32, 1), await createTenant(server)];
    const { data } = (await api.post('/v1/webhooks', { url: 'https://a.example', events: ['*'] }))
      .body;
    const sealed = () => new Box(old).seal(tenant.id, 'webhooks.secret', 'hush');
    const change = (by: { query: pg.Pool['query'] }) =>
      by.query('update app.webhooks set secret = $2 where id = $1', [data.id, sealed()]);
    await change(server.db);
    let changes = 1;
    const box = new Box([server.config.encryptionKey, old]);
    const walk = () =>
      resealAll({
        box,
        signal: undefined,
        inTransaction: (work) =>
          inTransaction(server.db, (client) => {
            const query = client.query.bind(client);
            const between = async (text: string | pg.QueryConfig, values: unknown[]) => {
              if (String(text).startsWith('update app.webhooks') && changes-- > 0)
                await change(server.db);
              return query(text as string, values);
            };
            return work({ query: between } as never);
          }),
      });
    const secret = async () =>
      (await server.db.query('select secret from app.webhooks where id = $1', [data.id])).rows[0]
        .secret;
    expect(await walk()).toBe(1);
    expect(isSealedWith(old, await secret())).toBe(true);
    expect(await walk()).toBe(1);
    expect(isSealedWith(server.config.encryptionKey, await secret())).toBe(true);
    expect(await walk()).toBe(0);

    function isSealedWith(key: Buffer, text: string): boolean {
      try {
        return new Box(key).open(tenant.id, 'webhooks.secret', text) === 'hush';
      } catch {
        return false;
      }
    }
  });
});

describe('a reseal', () => {
  const server = useOwnDatabase({ WORKER: 'on' });

  it('changes passwords by a function that neither the API, the worker nor a tenant may call', async () => {
    const { rows } = await server.db.query(
      `select r as role from unnest('{insula_api,insula_worker,insula_tenant,insula_platform,insula_sql,insula_owner}'::text[]) r
       where has_function_privilege(r, 'logins.rotate(text,text,text)', 'EXECUTE')`,
    );
    expect(rows).toEqual([{ role: 'insula_owner' }]);
    await expect(
      server.db.query(`select logins.rotate('ENCRYPTION_KEY 1', 'secret', 'secret')`),
    ).rejects.toThrow('not a note of a key');
  });

  it('fails and names the process that seals with another key, and completes once that is gone', async () => {
    const operator = platformClient(server);
    // A start announces itself; this worker was started by the test.
    const hold = (id: string, host: string, pid: number, key: string) =>
      server.db.query(
        `insert into app.key_holders (process_id, host, pid, version, seals, opens, seen_at)
         values ($1, $2, $3, '1.1.0', $4, array[$4], now() + interval '1 hour')`,
        [id, host, pid, key],
      );
    await hold('here', hostname(), process.pid, fingerprintOf(server.config.encryptionKey));
    await hold('there', 'far-away', 4711, 'f'.repeat(16));
    const { id } = (await operator.post(path, { type: 'reseal' })).body.data;
    await operator.post(`${path}/${id}/run`);
    const ended = (status: string) =>
      until(
        () => operator.get(`${path}/${id}`),
        ({ body }) => body.data.status === status,
      );
    const { body } = await ended('failed');
    expect(body.data.error).toContain('process 4711 on far-away (1.1.0)');
    await server.db.query(`delete from app.key_holders where process_id = 'there'`);
    await operator.post(`${path}/${id}/retry`);
    expect((await ended('completed')).body.data).toMatchObject({ error: null, failures: [] });
  });
});
