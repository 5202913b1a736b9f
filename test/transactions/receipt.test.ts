import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api);
});

const receipt = (txId: string | null, query = '') => api.get(`/v1/transactions/${txId}${query}`);

describe('X-Tx-Id', () => {
  it('is on the response of every completed write, and on no other', async () => {
    const created = await api.post(type.path, { properties: { a: 1 } });
    const path = `${type.path}/${created.body.data.id}`;
    const writes = [
      created,
      await api.patch(path, { properties: { a: 2 } }),
      await api.delete(path),
      await api.post('/v1/keys', { scopes: ['read'] }),
      await platformClient(server).post('/admin/tenants', { name: 'X' }),
    ];
    const ids = writes.map(({ headers }) => headers.get('x-tx-id'));
    for (const id of ids) expect(id).toMatch(/^\d+$/);
    expect(new Set(ids).size).toBe(writes.length);
    for (const answer of [
      await api.get(`${type.path}/list`),
      await api.post(`${type.path}/batch/read`, { object_ids: ['x'] }),
      await api.delete(path),
      await api.delete(`${type.path}/trash`), // 409: only its token was written
      await api.post('/v1/object-types', { name: 'No!' }),
      await api.get('/health'),
    ])
      expect(answer.headers.get('x-tx-id')).toBe(null);
  });

  it('can be read by pages of other origins', async () => {
    const { headers } = await api.post(type.path, {}, { origin: 'https://app.example.com' });
    const exposed = headers.get('access-control-expose-headers')?.split(',');
    expect(exposed).toEqual(expect.arrayContaining(['X-Tx-Id', 'Idempotent-Replayed']));
  });
});

describe('the receipt of a transaction', () => {
  it('shows each change, its author and its version', async () => {
    const requests = [
      { id: 'a', method: 'POST', path: type.path, body: { properties: { n: 1 } } },
      { method: 'PATCH', path: `${type.path}/{{a.data.id}}`, body: { properties: { n: 2, m: 3 } } },
      { method: 'DELETE', path: `${type.path}/{{a.data.id}}` },
      { id: 't', method: 'POST', path: '/v1/object-types', body: { name: 'more' } },
    ];
    const { body, headers } = await api.post(
      '/v1/transaction',
      { requests },
      { 'x-request-id': 'my-request' },
    );
    const { results, tx_id } = body.data;
    const { status, body: shown } = await receipt(headers.get('x-tx-id'));
    expect(status).toBe(200);
    const object = {
      event_id: expect.stringMatching(/^evt_/),
      resource_type: 'object',
      resource_id: results[0].data.id,
      object_type_id: type.id,
    };
    const key = (await api.get('/v1/keys')).body.data[0];
    expect(shown.data).toEqual({
      tx_id,
      created_at: expect.any(String),
      actor: { type: 'api_key', id: key.id, email: null },
      request_id: 'my-request',
      changes: [
        {
          ...object,
          type: 'object.created',
          version_before: null,
          version_after: 1,
          changed: null,
        },
        {
          ...object,
          type: 'object.updated',
          version_before: 1,
          version_after: 2,
          changed: ['m', 'n'],
        },
        { ...object, type: 'object.deleted', version_before: 2, version_after: 3, changed: null },
        {
          event_id: expect.any(String),
          type: 'object_type.created',
          resource_type: 'object_type',
          resource_id: results[3].data.id,
          object_type_id: results[3].data.id,
          version_before: null,
          version_after: null,
          changed: null,
        },
      ],
      next_cursor: null,
      total: 4,
      total_relation: 'eq',
    });
  });

  it('comes in pages', async () => {
    const objects = Array.from({ length: 25 }, (_, n) => ({ properties: { n } }));
    const { headers, body } = await api.post(`${type.path}/batch/create`, { objects });
    const txId = headers.get('x-tx-id');
    const seen: string[] = [];
    let query = '?limit=10';
    for (let pages = 0; query !== ''; pages++) {
      expect(pages).toBeLessThan(3);
      const { data } = (await receipt(txId, query)).body;
      expect(data.total).toBe(25);
      seen.push(...data.changes.map((change: { resource_id: string }) => change.resource_id));
      query = data.next_cursor ? `?limit=10&cursor=${data.next_cursor}` : '';
    }
    expect(seen).toEqual(body.data.ids);
    expect((await receipt(txId)).body.data.changes).toHaveLength(25);

    const other = await api.post(type.path, {});
    const { next_cursor } = (await receipt(txId, '?limit=1')).body.data;
    for (const [id, cursor] of [
      [other.headers.get('x-tx-id'), next_cursor],
      [txId, 'x'],
    ]) {
      const answer = await receipt(id, `?cursor=${cursor}`);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
    }
    for (const limit of ['0', '1001', 'x'])
      expect((await receipt(txId, `?limit=${limit}`)).body.error.param).toBe('limit');
  });

  it('is available to a key with read, and only to its own tenant', async () => {
    const { headers } = await api.post(type.path, {});
    const path = `/v1/transactions/${headers.get('x-tx-id')}`;
    expect((await (await api.withKey(['read'])).get(path)).status).toBe(200);
    expect((await (await api.withKey(['files'])).get(path)).status).toBe(403);
    const other = await createTenant(server);
    expect((await other.get(path)).status).toBe(404);
    const undo = await other.post(`${path}/undo`, {});
    expect([undo.status, undo.body.error.details]).toEqual([404, { resource: 'transaction' }]);
    expect((await (await api.withKey(['read'])).post(`${path}/undo`, {})).status).toBe(403);
  });

  it.each([
    '0',
    '1',
    '-1',
    '1.5',
    'x',
    '01',
    '9'.repeat(19),
    '9'.repeat(20),
    '9'.repeat(200),
    "1'--",
    '١',
  ])('of %s does not exist: 404', async (id) => {
    const path = `/v1/transactions/${encodeURIComponent(id)}`;
    for (const { status, body } of [await api.get(path), await api.post(`${path}/undo`, {})])
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});
