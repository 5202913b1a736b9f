import { beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { type Books, booksOf, entries, line, posted, simple } from './support.ts';

const server = useServer();
let api: Books;
beforeAll(async () => {
  api = await booksOf(server);
});

/** The code, the parameter and the details of a refusal. */
const refused = async (call: ReturnType<Books['post']>) => {
  const { status, body } = await call;
  return [status, body.error?.code, body.error?.param];
};

describe('a posted entry', () => {
  it('has the next number of its fiscal year, and balanced lines by code', async () => {
    const own = await booksOf(server);
    const rent = {
      date: '2026-03-01',
      description: 'Rent',
      ...posted,
      lines: [line('6100', '1000.00'), line('1400', '190.00'), line('1000', '-1190.00')],
    };
    const first = await good(own.post(entries, rent));
    expect(first).toMatchObject({
      number: '2026-000001',
      sequence: 1,
      fiscal_year: 2026,
      status: 'posted',
      total: '1190.00',
      base_total: '1190.00',
      currency: 'EUR',
      exchange_rate: null,
      source: null,
    });
    expect(first.lines[2]).toMatchObject({
      line_no: 3,
      account_id: own.ids['1000'],
      account_code: '1000',
      account_name: 'Account 1000',
      debit: '0.00',
      credit: '1190.00',
      base_credit: '1190.00',
    });
    expect(await good(own.get(`${entries}/${first.id}`))).toEqual(first);
    expect((await good(own.post(entries, rent))).number).toBe('2026-000002');
    const other = await good(own.post(entries, { ...rent, date: '2025-12-31' }));
    expect([other.number, other.fiscal_year]).toEqual(['2025-000001', 2025]);
  });

  it('never changes and cannot be deleted', async () => {
    const { id } = await good(api.post(entries, simple('5', posted)));
    const change = api.patch(`${entries}/${id}`, { description: 'x' });
    expect(await refused(change)).toEqual([409, 'INVALID_STATE', undefined]);
    expect(await refused(api.delete(`${entries}/${id}`))).toEqual([
      409,
      'INVALID_STATE',
      undefined,
    ]);
    expect(await refused(api.post(`${entries}/${id}/post`))).toEqual([
      409,
      'INVALID_STATE',
      undefined,
    ]);
  });

  it('is refused as long as it is not whole', async () => {
    const lines = [line('6100', '10.00'), line('1000', '-9.99')];
    const answer = await api.post(entries, { ...simple(), ...posted, lines });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'UNBALANCED',
        param: 'lines',
        details: { debit: '10.00', credit: '9.99', difference: '0.01' },
      }),
    ]);
    const few = { ...simple(), ...posted, lines: [line('6100', '10.00')] };
    expect(await refused(api.post(entries, few))).toEqual([400, 'VALIDATION_ERROR', 'lines']);
    const late = { ...simple('1', posted), date: '2150-01-01' };
    expect(await refused(api.post(entries, late))).toEqual([400, 'VALIDATION_ERROR', 'date']);
  });
});

describe('an amount', () => {
  const take = (debit: unknown) =>
    api.post(entries, { ...simple(), lines: [{ account_id: '6100', debit }] });

  it.each(['5', 5, '5.0', '5.00', '0005'])('may be %j', async (debit) => {
    expect((await good(take(debit))).lines[0].debit).toBe('5.00');
  });

  it.each(['999999999999999999.99', '0.01'])('is exact: %s', async (debit) => {
    expect((await good(take(debit))).lines[0].debit).toBe(debit);
  });

  it.each([
    '1e3',
    'NaN',
    'Infinity',
    '+1',
    ' 1',
    '1 ',
    '1,00',
    '٣',
    '',
    '-1',
    '0',
    '0.00',
    '1.000',
  ])('is refused: %j', async (debit) => {
    expect((await take(debit)).status).toBe(400);
  });

  it.each([1.5, -1, 0, true, null, {}, '1000000000000000000'])('is refused: %j', async (debit) => {
    expect((await take(debit)).status).toBe(400);
  });

  it('has the decimals of its currency, and a code that says so', async () => {
    const of = (currency: string, debit: string) =>
      api.post(entries, {
        ...simple(),
        currency,
        exchange_rate: '1',
        lines: [{ account_id: '6100', debit }],
      });
    expect((await good(of('JPY', '5'))).lines[0].debit).toBe('5');
    expect((await good(of('KWD', '5'))).lines[0].debit).toBe('5.000');
    for (const [currency, debit, code] of [
      ['JPY', '5.0', 'too_many_decimals'],
      ['USD', '5.000', 'too_many_decimals'],
      ['XYZ', '5', 'unknown_currency'],
    ] as const) {
      const { body } = await of(currency, debit);
      expect([currency, body.error.details[0].code]).toEqual([currency, code]);
    }
  });

  it('is on exactly one side', async () => {
    const both = { account_id: '6100', debit: '1', credit: '1' };
    for (const line of [both, { account_id: '6100' }])
      expect(await refused(api.post(entries, { ...simple(), lines: [line] }))).toEqual([
        400,
        'VALIDATION_ERROR',
        'lines[0].debit',
      ]);
  });
});

describe('a draft', () => {
  it('may be out of balance, changes, is posted once, and goes', async () => {
    const draft = await good(api.post(entries, { date: '2026-04-01', lines: [] }));
    expect(draft).toMatchObject({ status: 'draft', number: null, sequence: null, posted_at: null });
    const path = `${entries}/${draft.id}`;
    const changed = await good(
      api.patch(path, { lines: simple('7.50').lines, metadata: { a: 1 } }),
    );
    expect(changed).toMatchObject({ total: '7.50', metadata: { a: 1 }, date: '2026-04-01' });
    const done = await good(api.post(`${path}/post`));
    expect(done).toMatchObject({ status: 'posted', fiscal_year: 2026 });
    expect(done.lines.map(({ id: _, ...one }: { id: string }) => one)).toEqual(
      changed.lines.map(({ id: _, ...one }: { id: string }) => one),
    );
    const other = await good(api.post(entries, simple()));
    expect((await api.delete(`${entries}/${other.id}`)).status).toBe(200);
    expect((await api.get(`${entries}/${other.id}`)).status).toBe(404);
  });

  it('takes another currency with its lines, and without the rate of the one before', async () => {
    const dollars = { ...simple('7.50'), currency: 'USD', exchange_rate: '0.5' };
    const path = `${entries}/${(await good(api.post(entries, dollars))).id}`;
    const euros = await good(api.patch(path, { currency: 'EUR' }));
    expect(euros).toMatchObject({ exchange_rate: null, total: '7.50', base_total: '7.50' });
    expect(euros.lines[1]).toMatchObject({ currency: 'EUR', credit: '7.50', base_credit: '7.50' });
    expect(await refused(api.patch(path, { currency: 'JPY', exchange_rate: '0.01' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      'lines[0].debit',
    ]);
    await good(api.patch(path, { currency: 'USD', exchange_rate: '2' }));
    expect(await refused(api.patch(path, { exchange_rate: null }))).toEqual([
      409,
      'RATE_MISSING',
      'currency',
    ]);
    expect(await good(api.post(`${path}/post`))).toMatchObject({
      ...{ currency: 'USD', exchange_rate: '2', total: '7.50', base_total: '15.00' },
    });
  });

  it('is posted by one of twenty at once', async () => {
    const { id } = await good(api.post(entries, simple()));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => api.post(`${entries}/${id}/post`)),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
  });
});

describe('a reference', () => {
  it('answers the same request with its first entry, and refuses another one', async () => {
    const body = { ...simple('3', posted), reference: 'pay-1' };
    const first = await api.post(entries, body);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const { reference, date, ...rest } = body;
    const again = await api.post(entries, {
      ...{ reference, ...rest, date, currency: 'EUR', description: null, metadata: {} },
      lines: rest.lines.map((one) => ({ ...one, currency: 'EUR', memo: null, dimensions: {} })),
    });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body.data).toEqual(first.body.data);
    const { status, body: other } = await api.post(entries, { ...body, description: 'x' });
    expect([status, other.error.code, other.error.details.id]).toEqual([
      409,
      'ALREADY_EXISTS',
      first.body.data.id,
    ]);
  });

  it('that is taken is named with its entry in a batch', async () => {
    await good(api.post(entries, { ...simple('3'), reference: 'pay-2' }));
    const batch = [simple('1'), { ...simple('4'), reference: 'pay-2' }];
    expect(await refused(api.post(`${entries}/batch/create`, { entries: batch }))).toEqual([
      409,
      'ALREADY_EXISTS',
      'entries[1].reference',
    ]);
  });

  it('makes one entry of twenty equal requests at once', async () => {
    const body = { ...simple('4', posted), reference: 'raced' };
    const all = await Promise.all(Array.from({ length: 20 }, () => api.post(entries, body)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('is free again once its draft is deleted', async () => {
    const body = { ...simple('4'), reference: 'freed' };
    const { id } = await good(api.post(entries, body));
    await good(api.delete(`${entries}/${id}`));
    expect((await api.post(entries, { ...body, description: 'other' })).status).toBe(201);
  });
});

it('an entry names only records of its tenant that the caller sees', async () => {
  const stranger = await booksOf(server);
  const of = (more: object) => api.post(entries, { ...simple(), ...more });
  const account = await of({ lines: [line(stranger.ids['1000'], '1')] });
  expect([account.status, account.body.error]).toEqual([
    404,
    expect.objectContaining({
      param: 'lines[0].account_id',
      details: { resource: 'ledger_account' },
    }),
  ]);
  const file = { entries: [simple(), { ...simple(), attachments: ['file_0'] }] };
  expect((await api.post(`${entries}/batch/create`, file)).body.error).toMatchObject({
    ...{ code: 'NOT_FOUND', param: 'entries[1].attachments', details: { resource: 'file' } },
  });
  const about = { ...line('6100', '1'), object: { type: 'none', id: 'x' } };
  expect(await refusal(of({ lines: [about] }))).toEqual([404, 'lines[0].object.type']);
  const { id } = await good(api.post(entries, simple()));
  expect((await stranger.get(`${entries}/${id}`)).status).toBe(404);
  const reader = await api.withKey(['read']);
  expect((await reader.post(entries, simple())).status).toBe(403);
  expect((await (await createTenant(server)).get(`${entries}/${id}`)).status).toBe(404);
});
