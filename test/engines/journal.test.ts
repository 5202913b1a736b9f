import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { mutates } from '../../src/http/route.ts';
import { allCases, caseNames } from '../support/all-journal-cases.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type Case, setScene } from '../support/journal-cases.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback', SELF_SERVE: 'on' });
let tenant: TenantClient;

beforeEach(async () => {
  tenant = await createTenant(server);
});

interface JournalRow {
  type: string;
  resource_type: string;
  resource_id: string;
  actor: Record<string, unknown>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  changed: string[] | null;
  ip: string;
  user_agent: string;
  tx: string;
}

async function rowsOf(requestId: string): Promise<JournalRow[]> {
  const { rows } = await server.db.query(
    'select *, app.tx_number(xid, call)::text as tx from app.journal where request_id = $1 order by id',
    [requestId],
  );
  return rows;
}

/** Who it was, where the caller is nobody of the tenant. */
const actors: Record<string, object> = {
  platform: { type: 'platform', id: 'platform' },
  open: { type: 'public', id: 'public' },
};

const newId = () => `req_test_${randomUUID()}`;

it('the journal is tested for every operation that changes something', () => {
  const mutations = routes.filter(mutates);
  const tried = new Set(caseNames.map((name) => name.split(' ')[0]));
  expect(mutations.map(({ id }) => id).toSorted()).toEqual([...tried].toSorted());
});

describe.each(caseNames)('the journal for %s', (name) => {
  it('has one row per changed record, and none when it is refused', async () => {
    const { call, rows, refused, isOwn, isVisitor, actor: own } = allCases(server)[name] as Case;
    const { body: keys } = await tenant.get('/v1/keys');
    const scene = await setScene(tenant, platformClient(server));
    const caller = isOwn
      ? { type: 'user', id: (await scene.user()).user.id }
      : { type: 'api_key', id: keys.data[0].id };
    const refusedId = newId();
    const no = await refused(scene, { 'x-request-id': refusedId });
    expect(no.status).toBeGreaterThanOrEqual(400);
    expect(await rowsOf(refusedId)).toEqual([]);

    const id = newId();
    const headers = { 'x-request-id': id, 'user-agent': 'journal test' };
    const { status, body } = await call(scene, headers);
    expect([status, body.error]).toEqual([expect.any(Number), undefined]);
    const found = await rowsOf(id);
    const summary = found.map((row) => [row.type, row.resource_type, row.resource_id]);
    expect(summary.toSorted()).toEqual(rows(scene, body.data).toSorted());
    expect(new Set(found.map((row) => row.tx)).size).toBe(Math.min(1, found.length));
    const { scope = '' } = routes.find(({ id }) => id === name.split(' ')[0]) ?? {};
    const actor = own?.() ?? (isVisitor ? actors.open : actors[scope]) ?? caller;
    for (const row of found) {
      expect(row).toMatchObject({ actor, ip: '127.0.0.1', user_agent: 'journal test' });
      expect(row.before === null && row.after === null).toBe(false);
    }
  });
});

describe('the journal row of an object', () => {
  it('has the state after and before, and the same transaction', async () => {
    const { type } = await setScene(tenant, platformClient(server));
    const journaled = async (call: (headers: Record<string, string>) => Promise<unknown>) => {
      const id = newId();
      await call({ 'x-request-id': id });
      const rows = await rowsOf(id);
      expect(rows).toHaveLength(1);
      return rows[0] as JournalRow;
    };
    let path = '';
    const properties = { a: 1, b: { c: null } };
    const created = await journaled(async (h) => {
      const { body } = await tenant.post(type.path, { properties }, h);
      path = `${type.path}/${body.data.id}`;
    });
    const record = async () => (await tenant.get(`${path}?include_deleted=true`)).body.data;
    expect(created).toMatchObject({ before: null, changed: null, after: await record() });

    const changed = await journaled((h) => tenant.patch(path, { properties: { a: 2, d: 3 } }, h));
    expect(changed).toMatchObject({
      after: await record(),
      before: { version: 1, is_deleted: false, properties: { a: 1, d: null } },
      changed: ['a', 'd'],
    });
    const { rows } = await server.db.query('select tx_id::text from app.objects where id = $1', [
      path.split('/').at(-1),
    ]);
    expect(rows[0].tx_id).toBe(changed.tx);

    const trashed = await journaled((h) => tenant.delete(path, undefined, h));
    expect(trashed).toMatchObject({
      after: await record(),
      before: { version: 2, is_deleted: false, properties: {} },
      changed: null,
    });
    const last = await record();
    const purged = await journaled(async (h) => {
      const { confirm_token } = (await tenant.delete(`${path}?force=true`)).body.error;
      await tenant.delete(`${path}?force=true&confirm_token=${confirm_token}`, undefined, h);
    });
    expect(purged).toMatchObject({ before: last, after: null });
  });

  it('does not exist when its transaction was rolled back', async () => {
    const { type } = await setScene(tenant, platformClient(server));
    const id = newId();
    const objects = [{ properties: { n: 50 } }, { properties: { n: 50 } }];
    const { status } = await tenant.post(
      `${type.path}/batch/create`,
      { objects },
      { 'x-request-id': id },
    );
    expect(status).toBe(409);
    expect(await rowsOf(id)).toEqual([]);
  });

  it('never contains a secret', async () => {
    const id = newId();
    const { body } = await tenant.post('/v1/keys', { scopes: ['read'] }, { 'x-request-id': id });
    const text = JSON.stringify(await rowsOf(id));
    expect(text).toContain(body.data.key.id);
    expect(text).not.toContain(body.data.token.split('_').at(-1));
  });
});
