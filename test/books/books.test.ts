import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const path = '/owner/accounting';
const server = useOwnDatabase();
let operator: Client;
let api: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
});
beforeEach(async () => {
  await server.db.query('delete from app.book_records');
});

const income = { type: 'income', amount: '19.9', currency: 'USD' };
const create = (more: object = {}) => operator.post(path, { ...income, ...more });

describe('a record of the books', () => {
  it('is what it was created with, its amount with the decimals of the currency', async () => {
    const given = {
      category: 'plans',
      tenant_id: api.tenant.id,
      description: 'November',
      reference: 'in_1',
      occurred_at: '2026-11-01T00:00:00+00:00',
    };
    const { status, body } = await create(given);
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^rec_[0-9a-f]{32}$/),
        ...income,
        amount: '19.90',
        ...given,
        created_by: 'platform',
        created_at: expect.any(String),
        updated_at: body.data.created_at,
      },
    ]);
    expect((await operator.get(`${path}/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('can be changed and deleted', async () => {
    const { id } = (await create({ category: 'plans' })).body.data;
    const changed = await operator.patch(`${path}/${id}`, { amount: '7', category: null });
    expect(changed.body.data).toMatchObject({ amount: '7.00', category: null, type: 'income' });
    expect((await operator.delete(`${path}/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await operator.get(`${path}/${id}`)).status).toBe(404);
  });

  it('is added once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'november' };
    const [first, second] = [
      await operator.post(path, income, headers),
      await operator.post(path, income, headers),
    ];
    expect(second.body.data).toEqual(first.body.data);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await operator.get(path)).body.data.total).toBe(1);
  });

  it.each([
    [{ amount: 19.9 }, 'amount'],
    [{ amount: '-5' }, 'amount'],
    [{ amount: '0.00' }, 'amount'],
    [{ amount: '1.999' }, 'amount'],
    [{ amount: '1e9' }, 'amount'],
    [{ amount: '9'.repeat(16) }, 'amount'],
    [{ amount: '0.5', currency: 'JPY' }, 'amount'],
    [{ currency: 'XYZ' }, 'currency'],
    [{ currency: 'usd' }, 'currency'],
    [{ type: 'gift' }, 'type'],
    [{ tenant_id: 'ten_none' }, 'tenant_id'],
    [{ occurred_at: 'yesterday' }, 'occurred_at'],
  ])('refuses %o with 400', async (fields, param) => {
    const { status, body } = await create(fields);
    expect([status, body.error.param]).toEqual([400, param]);
    expect((await operator.get(path)).body.data.total).toBe(0);
  });

  it('keeps its decimals when its currency changes', async () => {
    const { id } = (await create({ amount: '1.125', currency: 'BHD' })).body.data;
    const { status, body } = await operator.patch(`${path}/${id}`, { currency: 'USD' });
    expect([status, body.error.param]).toEqual([400, 'amount']);
  });

  it('is visible only to the operator, also in the database', async () => {
    const { id } = (await create({ tenant_id: api.tenant.id })).body.data;
    expect((await api.get(path)).status).toBe(403);
    expect((await api.delete(`${path}/${id}`)).status).toBe(403);
    const { rows } = await server.db.query(
      `select r.role from unnest('{insula_tenant,insula_worker,insula_sql,insula_api}'::text[]) r(role)
       where has_table_privilege(r.role, 'app.book_records', 'select, insert, update, delete')`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the books', () => {
  const add = () =>
    Promise.all(
      [
        { amount: '100', occurred_at: '2026-01-05T00:00:00Z', category: 'plans' },
        { amount: '0.1', occurred_at: '2026-01-06T00:00:00Z', tenant_id: api.tenant.id },
        { amount: '0.2', occurred_at: '2026-01-07T00:00:00Z' },
        { type: 'refund', amount: '30.05', occurred_at: '2026-01-08T00:00:00Z', category: 'plans' },
        { type: 'expense', amount: '500', currency: 'JPY', occurred_at: '2026-02-01T00:00:00Z' },
        { type: 'payout', amount: '50', occurred_at: '2026-02-02T00:00:00Z' },
      ].map(create),
    );
  const amounts = async (query: string) => {
    const { records, total } = (await operator.get(path + query)).body.data;
    expect(total).toBeGreaterThanOrEqual(records.length);
    return records.map(({ amount }: { amount: string }) => amount);
  };

  it('are listed by any of their fields, the latest first', async () => {
    await add();
    expect(await amounts('')).toEqual(['50.00', '500', '30.05', '0.20', '0.10', '100.00']);
    expect(await amounts('?limit=2&offset=1')).toEqual(['500', '30.05']);
    expect(await amounts('?type=refund')).toEqual(['30.05']);
    expect(await amounts('?currency=JPY')).toEqual(['500']);
    expect(await amounts('?category=plans&type=income')).toEqual(['100.00']);
    expect(await amounts(`?tenant_id=${api.tenant.id}`)).toEqual(['0.10']);
    expect(await amounts('?from=2026-01-07T00:00:00Z&to=2026-02-01T00:00:00Z')).toEqual([
      '30.05',
      '0.20',
    ]);
  });

  it('are summed up for each currency, to the last cent', async () => {
    await add();
    const { data } = (await operator.get(`${path}/summary`)).body;
    expect(data).toMatchObject({
      from: null,
      to: null,
      currencies: [
        { currency: 'JPY', income: '0', expense: '500', balance: '-500', count: 1 },
        {
          currency: 'USD',
          income: '100.30',
          expense: '0.00',
          refund: '30.05',
          payout: '50.00',
          balance: '20.25',
          count: 5,
          by_category: [
            { category: 'plans', type: 'income', amount: '100.00', count: 1 },
            { category: 'plans', type: 'refund', amount: '30.05', count: 1 },
            { category: null, type: 'income', amount: '0.30', count: 2 },
            { category: null, type: 'payout', amount: '50.00', count: 1 },
          ],
        },
      ],
    });
    const january = await operator.get(`${path}/summary?to=2026-02-01T00:00:00Z`);
    expect(january.body.data.currencies).toMatchObject([{ currency: 'USD', balance: '70.25' }]);
    expect((await operator.get(`${path}/summary?tenant_id=none`)).body.data.currencies).toEqual([]);
  });

  it('are exported as csv, in cells that no spreadsheet runs, and as json', async () => {
    const { data } = (await create({ description: '=1+1, "x"' })).body;
    const csv = await operator.get(`${path}/export`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="accounting.csv"');
    expect(csv.body).toBe(
      'id,type,amount,currency,category,tenant_id,description,reference,occurred_at,created_by,created_at,updated_at\r\n' +
        `${data.id},income,19.90,USD,,,"'=1+1, ""x""",,${data.occurred_at},platform,${data.created_at},${data.created_at}\r\n`,
    );
    const json = await operator.get(`${path}/export?format=json`);
    expect(json.body).toEqual([data]);
    const none = await operator.get(`${path}/export?format=json&type=payout`);
    expect(none.body).toEqual([]);
    expect((await operator.get(`${path}/export?format=pdf`)).status).toBe(400);
  });
});
