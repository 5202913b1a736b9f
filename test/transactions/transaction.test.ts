import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { defineType } from '../support/define-type.ts';
import { rowsOf } from '../support/seed-tenant.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const run = (requests: unknown[], headers = {}, client: Pick<TenantClient, 'post'> = api) =>
  client.post('/v1/transaction', { requests }, headers);
const create = (properties: object, id?: string) => ({
  ...(id ? { id } : {}),
  method: 'POST',
  path: '/v1/objects/contacts',
  body: { properties },
});

/** The transaction fails like this, and nothing has changed. */
async function expectNothing(work: () => Promise<Answer>, status: number, code: string) {
  const before = await rowsOf(server.db, api.tenant.id);
  const { status: was, body, headers } = await work();
  expect([was, body.error?.code]).toEqual([status, code]);
  expect(headers.get('x-tx-id')).toBe(null);
  expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
  return body.error;
}

describe('a transaction', () => {
  it('refuses steps that need more than the database, with that reason', async () => {
    const mail = { to: 'ada@example.com', subject: 'x', text: 'x' };
    const { status, body } = await run([{ method: 'POST', path: '/v1/email/send', body: mail }]);
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('needs more than the database'),
    ]);
  });

  it('runs its requests in order, in one database transaction', async () => {
    const answer = await run([
      { id: 'type', method: 'POST', path: '/v1/object-types', body: { name: 'contacts' } },
      create({ name: 'Ada' }, 'ada'),
      {
        method: 'PATCH',
        path: '/v1/objects/contacts/{{ada.data.id}}',
        body: { properties: { n: 1 } },
      },
      { method: 'GET', path: '/v1/objects/contacts/list?limit=5' },
      { method: 'DELETE', path: '/v1/objects/contacts/{{ ada.data.id }}' },
    ]);
    expect(answer.status).toBe(200);
    const { tx_id, results } = answer.body.data;
    expect(results.map((one: { id: string; status: number }) => [one.id, one.status])).toEqual([
      ['type', 201],
      ['ada', 201],
      [null, 200],
      [null, 200],
      [null, 200],
    ]);
    const [, ada, patched, list, gone] = results.map((one: { data: unknown }) => one.data);
    expect(patched).toMatchObject({ id: ada.id, version: 2, properties: { name: 'Ada', n: 1 } });
    expect(list.results).toEqual([patched]);
    expect(gone).toEqual({ id: ada.id, deleted: true });
    expect(answer.headers.get('x-tx-id')).toBe(tx_id);
    const { rows } = await server.db.query(
      'select distinct app.tx_number(xid, call)::text as xid from app.journal where request_id = $1',
      [answer.body.request_id],
    );
    expect(rows).toEqual([{ xid: tx_id }]);
  });

  it('that only reads writes nothing, and reports that', async () => {
    await defineType(api, {}, { name: 'contacts' });
    const reader = await api.withKey(['read']);
    const answer = await run(
      [{ id: 'l', method: 'GET', path: '/v1/objects/contacts/list' }],
      {},
      reader,
    );
    expect(answer.body.data).toEqual({
      tx_id: null,
      results: [{ id: 'l', status: 200, data: { results: [], next_cursor: null, total: 0 } }],
    });
    expect(answer.headers.get('x-tx-id')).toBe(null);
  });

  it('respects If-Match of a request', async () => {
    await defineType(api, {}, { name: 'contacts' });
    const { body } = await api.post('/v1/objects/contacts', {});
    const patch = (version: string) => ({
      method: 'PATCH',
      path: `/v1/objects/contacts/${body.data.id}`,
      body: { properties: { a: 1 } },
      headers: { 'If-Match': version },
    });
    expect((await run([patch('"1"')])).status).toBe(200);
    const error = await expectNothing(() => run([patch('"1"')]), 412, 'PRECONDITION_FAILED');
    expect(error.details[0].details).toEqual({ version: 2, etag: '"2"' });
    await expectNothing(() => run([patch('one')]), 400, 'VALIDATION_ERROR');
  });

  it('accepts a confirm_token, and issues none', async () => {
    await defineType(api, {}, { name: 'contacts' });
    const { body } = await api.post('/v1/objects/contacts', {});
    const path = `/v1/objects/contacts/${body.data.id}?force=true`;
    const error = await expectNothing(
      () => run([create({}), { id: 'gone', method: 'DELETE', path }]),
      409,
      'DEPENDENCY_EXISTS',
    );
    expect(error.confirm_token).toBe(undefined);
    expect(error.details).toEqual([
      {
        index: 1,
        id: 'gone',
        code: 'DEPENDENCY_EXISTS',
        message: expect.any(String),
        dependencies: [{ type: 'object', count: 1, label: '1 object' }],
      },
    ]);
    const { confirm_token } = (await api.delete(path)).body.error;
    const sure = await run([{ method: 'DELETE', path: `${path}&confirm_token=${confirm_token}` }]);
    expect(sure.status).toBe(200);
  });

  it('accepts up to 100 requests', async () => {
    await defineType(api, {}, { name: 'contacts' });
    const answer = await run(Array.from({ length: 100 }, (_, n) => create({ n })));
    expect(answer.body.data.results).toHaveLength(100);
    const error = await expectNothing(
      () => run(Array.from({ length: 101 }, () => create({}))),
      400,
      'BATCH_TOO_LARGE',
    );
    expect(error.param).toBe('requests');
  });
});

describe('a failing request of a transaction', () => {
  beforeEach(async () => {
    await defineType(api, { email: { data_type: 'email', is_unique: true } }, { name: 'contacts' });
  });

  it('fails the transaction with its error and its index, and nothing is written', async () => {
    const missing = { id: 'x', method: 'GET', path: '/v1/objects/contacts/obj_0' };
    const error = await expectNothing(() => run([create({}), missing]), 404, 'NOT_FOUND');
    expect(error).toMatchObject({
      message: 'requests[1]: There is no object obj_0 here.',
      param: 'requests[1]',
      details: [{ index: 1, id: 'x', code: 'NOT_FOUND', details: { resource: 'object' } }],
    });
  });

  it('names invalid values by their path', async () => {
    const error = await expectNothing(
      () => run([create({ email: 'no' })]),
      400,
      'VALIDATION_ERROR',
    );
    expect(error.details[0]).toMatchObject({ index: 0, param: 'properties.email' });
  });

  it('may conflict with another request of the same transaction', async () => {
    const twice = () => run([create({ email: 'a@b.co' }), create({ email: 'a@b.co' }, 'second')]);
    const error = await expectNothing(twice, 409, 'UNIQUE_VIOLATION');
    expect(error.details).toMatchObject([{ index: 1, id: 'second' }]);
  });

  it('lacking its scope is 403, even if the others may run', async () => {
    const writer = await api.withKey(['write']);
    const type = { method: 'POST', path: '/v1/object-types', body: { name: 'more' } };
    const error = await expectNothing(
      () => run([create({}), type], {}, writer),
      403,
      'INSUFFICIENT_SCOPE',
    );
    expect(error.details).toMatchObject([
      { index: 1, details: { required: 'schema', held: ['write'] } },
    ]);
    const reader = await api.withKey(['read']);
    await expectNothing(() => run([create({})], {}, reader), 403, 'INSUFFICIENT_SCOPE');
  });

  it('in another tenant is 404', async () => {
    const other = await createTenant(server);
    const answer = await run([create({})], {}, other);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['an unknown path', { method: 'GET', path: '/v1/nothing' }, 404, 'ROUTE_NOT_FOUND'],
    [
      'a method that is not offered',
      { method: 'PUT', path: '/v1/keys' },
      405,
      'METHOD_NOT_ALLOWED',
    ],
    ['a page', { method: 'GET', path: '/health' }, 404, 'ROUTE_NOT_FOUND'],
    ['an invalid path', { method: 'GET', path: 'v1/keys' }, 404, 'ROUTE_NOT_FOUND'],
    ['an invalid encoding', { method: 'GET', path: '/v1/%zz' }, 400, 'VALIDATION_ERROR'],
    ['an operator’s route', { method: 'GET', path: '/admin/tenants' }, 400, 'VALIDATION_ERROR'],
    [
      'a transaction',
      { method: 'POST', path: '/v1/transaction', body: { requests: [] } },
      400,
      'VALIDATION_ERROR',
    ],
  ])('is refused because it asks for %s', async (_, request, status, code) => {
    const error = await expectNothing(() => run([create({}), request]), status, code);
    expect(error.details[0]).toMatchObject({ index: 1, code: expect.any(String) });
    expect(error.param).toMatch(/^requests\[1\]/);
  });

  it.each([
    [{ body: 5 }, 'requests[0].body'],
    [{ method: 'TRACE' }, 'requests[0].method'],
    [{ path: '' }, 'requests[0].path'],
    [{ path: 5 }, 'requests[0].path'],
    [{ id: '1st' }, 'requests[0].id'],
    [{ id: 'a'.repeat(64) }, 'requests[0].id'],
    [{ headers: { 'if-match': 5 } }, 'requests[0].headers.if-match'],
    [{ headers: { 'If-Match': 'x' } }, 'requests[0].headers.If-Match'],
    [{ headers: { 'idempotency-key': 'k' } }, 'requests[0].headers.idempotency-key'],
    [{ headers: { prefer: 'handling=dry-run' } }, 'requests[0].headers.prefer'],
    [{ path: '/v1/objects/contacts?dry_run=true' }, 'requests[0].query.dry_run'],
    [{ path: '/v1/objects/contacts?tenant_id=x' }, 'requests[0].query.tenant_id'],
    [{ path: '/v1/objects/contacts?a=1&a=2' }, 'requests[0].query.a'],
    [{ body: { properties: [] } }, 'requests[0].body.properties'],
    [{ path: '/v1/objects/contacts/list?limit=0', method: 'GET' }, 'requests[0].query.limit'],
    [{ path: `/v1/objects/${'a'.repeat(201)}` }, 'requests[0].path.object_type_id'],
  ])('is refused because of %j, naming %s', async (fault, path) => {
    const error = await expectNothing(
      () => run([{ ...create({}), ...fault }]),
      400,
      'VALIDATION_ERROR',
    );
    expect(error.param).toBe(path);
    expect(error.message).toMatch(path);
  });

  it('is reported when there is no request at all', async () => {
    for (const requests of [[], {}, 'all', null, undefined])
      await expectNothing(() => api.post('/v1/transaction', { requests }), 400, 'VALIDATION_ERROR');
  });
});
