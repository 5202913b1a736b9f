import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { untilBlocked, untilNoneBlocked } from '../support/until-blocked.ts';

let relay: Relay;
let server: TestServer;
let api: TenantClient;
let path: string;
beforeAll(async () => {
  relay = await startRelay();
  server = await startTestServer(
    {},
    { relay, pool: { connectionTimeoutMillis: 1000 }, isInCompany: false },
  );
  api = await createTenant(server);
  const type = await defineType(api);
  path = `${type.path}/${(await api.post(type.path, {})).body.data.id}`;
});
beforeEach(async () => {
  await relay.restore();
  await until(
    () => api.get(path),
    ({ status }) => status === 200,
  );
});
afterAll(async () => {
  await server.close();
  await relay.close();
});

const version = async () => {
  const { rows } = await server.db.query('select version from app.objects');
  return rows[0].version;
};

/** Holds the object that the request under test changes. */
async function hold(): Promise<pg.PoolClient> {
  const holder = await server.db.connect();
  await holder.query('begin');
  await holder.query('select from app.objects where tenant_id = $1 for update', [api.tenant.id]);
  return holder;
}
async function letGo(holder: pg.PoolClient): Promise<void> {
  await holder.query('rollback');
  holder.release();
}

describe('a write whose response from the database was lost', () => {
  it('has been done: the same key gets its response', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await version();
    const send = () => api.patch(path, { properties: { a: before } }, headers);
    const holder = await hold();
    const lost = send();
    await untilBlocked(server.db, holder);
    relay.silence();
    await letGo(holder);
    await until(version, (now) => now === before + 1);
    await relay.cut();
    expect((await lost).status).toBe(503);

    await relay.restore();
    const again = await send();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body.data).toEqual((await api.get(path)).body.data);
    const { rows } = await server.db.query('select tx_id::text from app.objects');
    expect(again.headers.get('x-tx-id')).toBe(rows[0].tx_id);
    expect(await version()).toBe(before + 1);
  });
});

describe('a write whose connection died before it was done', () => {
  it('has not been done: the same key does it', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await version();
    const send = () => api.patch(path, { properties: { a: before } }, headers);
    const holder = await hold();
    const lost = send();
    await untilBlocked(server.db, holder);
    await relay.cut();
    expect((await lost).status).toBe(503);
    // PostgreSQL notices that its client is gone, and ends the statement.
    await untilNoneBlocked(server.db, holder);
    await letGo(holder);
    expect(await version()).toBe(before);

    await relay.restore();
    const again = await send();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(await version()).toBe(before + 1);
  });
});
