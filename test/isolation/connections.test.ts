import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const canary = 'canary-5b1c';
let server: TestServer;
let ours: TenantClient;
let theirs: TenantClient;
let type: DefinedType;
beforeAll(async () => {
  // Few connections: the one that an aborted request held is the next one's.
  server = await startTestServer({ DB_POOL_SIZE: '2' });
  [ours, theirs] = [await createTenant(server), await createTenant(server)];
  type = await defineType(ours, { n: 'integer' }, { name: 'things' });
  await defineType(theirs, { n: 'string' }, { name: 'things' });
  await theirs.post(type.path, { properties: { n: canary } });
  await ours.post(type.path, { properties: { n: 1 } });
});
afterAll(() => server.close());

/** Sends a request of the other tenant and tears the connection once it is on its way. */
async function abort(index: number): Promise<void> {
  const isWrite = index % 2 === 0;
  const body = JSON.stringify({ properties: { n: canary } });
  const req = request(`${server.url}${type.path}${isWrite ? '' : '/list'}`, {
    agent: false,
    method: isWrite ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${theirs.token}`,
      ...(isWrite && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    },
  });
  req.on('error', () => {});
  const closed = new Promise((resolve) => req.on('close', resolve));
  // Some are torn in the middle of their body, some before the answer, some while it is read.
  if (isWrite && index % 3 === 0) req.write(body.slice(0, 10), () => req.destroy());
  else if (index % 5 === 0) req.on('response', () => req.destroy()).end(isWrite ? body : undefined);
  else req.end(isWrite ? body : undefined, () => req.destroy());
  await closed;
}

describe('a connection left by an aborted request', () => {
  it('serves the next tenant like new: 500 aborted requests, another tenant in between', async () => {
    let answered = 0;
    for (let round = 0; round < 25; round++) {
      const aborted = Array.from({ length: 20 }, (_, index) => abort(round * 20 + index));
      const served = Array.from({ length: 4 }, () => ours.get(`${type.path}/list`));
      for (const { status, body } of await Promise.all(served)) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(canary);
        expect(body.data).toMatchObject({ total: 1, results: [{ properties: { n: 1 } }] });
        answered += 1;
      }
      await Promise.all(aborted);
    }
    expect(answered).toBe(100);
  });

  it('has written all of the request or nothing', async () => {
    const total = (await theirs.get(`${type.path}/list`)).body.data.total;
    const { rows } = await server.db.query(
      `select (select count(*) from app.objects where tenant_id = $1)::int as objects,
         (select count(*) from app.journal where tenant_id = $1 and type = 'object.created')::int as events`,
      [theirs.tenant.id],
    );
    expect(rows[0]).toEqual({ objects: total, events: total });
  });

  it('returns to the pool: none is lost, and none stays in a transaction', async () => {
    const { rows } = await server.db.query(
      `select count(*)::int as connections, count(*) filter (where state <> 'idle')::int as busy
       from pg_stat_activity where datname = current_database() and application_name = 'insula api'`,
    );
    expect(rows[0].connections).toBeLessThanOrEqual(2);
    expect(rows[0].busy).toBe(0);
    const both = await Promise.all(Array.from({ length: 10 }, () => ours.get(`${type.path}/list`)));
    expect(both.map((answer) => answer.status)).toEqual(Array(10).fill(200));
  });
});
