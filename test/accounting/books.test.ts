import { beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { uploadText } from '../support/seed-files.ts';
import { useServer } from '../support/use-server.ts';
import { accounts, type Books, booksOf, entries, line, posted, simple } from './support.ts';

const server = useServer();
let api: Books;
beforeAll(async () => {
  api = await booksOf(server);
});
const settings = '/v1/accounting/settings';

describe('an account', () => {
  const create = (code: string, more: object = {}) =>
    api.post(accounts, { code, name: code, type: 'asset', ...more });

  it('has a place in the tree, and a parent takes no lines', async () => {
    const top = await good(create('1900'));
    const below = await good(create('1910', { parent_id: '1900' }));
    expect(below).toMatchObject({ parent_id: top.id, level: 2, is_parent: false });
    expect((await good(api.get(`${accounts}/${top.id}`))).is_parent).toBe(true);
    const lines = [line('1900', '1'), line('1000', '-1')];
    expect(await refusal(api.post(entries, { ...simple(), lines }))).toEqual([
      409,
      'lines[0].account_id',
    ]);
    expect(await refusal(api.patch(`${accounts}/${top.id}`, { parent_id: below.id }))).toEqual([
      409,
      'parent_id',
    ]);
    expect(await refusal(create('1920', { parent_id: '4000' }))).toEqual([400, 'parent_id']);
    expect(await refusal(create('1930', { parent_id: 'none' }))).toEqual([404, 'parent_id']);
    let parent = '1910';
    for (let level = 3; level <= 8; level++) {
      await good(create(`19${level}`, { parent_id: parent }));
      parent = `19${level}`;
    }
    expect(await refusal(create('1999', { parent_id: parent }))).toEqual([409, 'parent_id']);
    await good(api.post(entries, { ...simple(), lines: [line(parent, '1'), line('1000', '-1')] }));
    expect(await refusal(create('1999', { parent_id: parent }))).toEqual([409, 'parent_id']);
    const listed = await good(api.get(`${accounts}?search=19`));
    expect(listed.map(({ code }: { code: string }) => code)).toEqual(
      ['1900', '1910', ...[3, 4, 5, 6, 7, 8].map((level) => `19${level}`)].toSorted(),
    );
  });

  it('keeps its type once it has a line, is deactivated instead of deleted, and then takes none', async () => {
    const { id } = await good(create('1800'));
    await good(api.post(entries, { ...simple(), lines: [line('1800', '1'), line('1000', '-1')] }));
    const path = `${accounts}/${id}`;
    expect((await api.patch(path, { type: 'expense' })).status).toBe(409);
    const { status, body } = await api.delete(path);
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'DEPENDENCY_EXISTS',
      { dependencies: [{ type: 'draft', count: 1, label: '1 draft' }] },
    ]);
    await good(api.patch(path, { is_active: false, code: '1801', name: 'Old' }));
    const lines = [line('1801', '1'), line('1000', '-1')];
    expect(await refusal(api.post(entries, { ...simple(), lines }))).toEqual([
      409,
      'lines[0].account_id',
    ]);
    const free = await good(create('1802'));
    expect(await good(api.delete(`${accounts}/${free.id}`))).toEqual({
      id: free.id,
      deleted: true,
    });
    expect(await refusal(create('1801'))).toEqual([409, 'code']);
  });

  it('has one currency where it says so, and a limit that is not below its balance', async () => {
    await good(create('1850', { currency: 'USD' }));
    const lines = [line('1850', '1'), line('1000', '-1')];
    const answer = await api.post(entries, { ...simple(), lines });
    expect([answer.status, answer.body.error.details[0].code]).toEqual([400, 'currency_mismatch']);
    const { id } = await good(create('1860'));
    expect(await refusal(api.patch(`${accounts}/${id}`, { min_balance: '0.01' }))).toEqual([
      409,
      'min_balance',
    ]);
    expect((await good(api.patch(`${accounts}/${id}`, { min_balance: 0 }))).min_balance).toBe(
      '0.00',
    );
  });
});

it('lists take an account by id or code', async () => {
  const own = await booksOf(server);
  const below = await good(
    own.post(accounts, { code: '1910', name: 'x', type: 'liability', parent_id: '2000' }),
  );
  const entry = await good(own.post(entries, simple('1', posted)));
  for (const parent of ['2000', own.ids['2000']])
    expect(await good(own.get(`${accounts}?parent_id=${parent}`))).toEqual([below]);
  for (const account of ['6100', own.ids['6100']])
    expect((await good(own.get(`${entries}?account_id=${account}`))).results).toEqual([entry]);
  expect((await good(own.get(`${entries}?account_id=4000`))).results).toEqual([]);
  const { status, body } = await own.get(`${accounts}/6100`);
  expect(status).toBe(404);
  expect(body.error.message).toContain(own.ids['6100']);
});

describe('the settings', () => {
  it('merge, name accounts that fit, and fix what everything posted is counted in', async () => {
    const own = await booksOf(server);
    expect(await good(own.get(settings))).toMatchObject({
      base_currency: 'EUR',
      fiscal_year_start: '01-01',
      timezone: 'UTC',
      numbering: { journal_entry: { format: '{YYYY}-{SEQ:6}' } },
      accounts: { bank: null },
      closed_through: null,
    });
    const set = (body: object) => own.patch(settings, body);
    const changed = await good(
      set({ fiscal_year_start: '04-01', accounts: { bank: '1000', revenue: own.ids['4000'] } }),
    );
    expect(changed.accounts).toMatchObject({ bank: own.ids['1000'], revenue: own.ids['4000'] });
    expect(await refusal(set({ accounts: { bank: '4000' } }))).toEqual([400, 'accounts.bank']);
    expect(await refusal(set({ accounts: { bank: '9999' } }))).toEqual([404, 'accounts.bank']);
    expect(await refusal(set({ base_currency: 'XYZ' }))).toEqual([400, 'base_currency']);
    expect((await own.patch(`${accounts}/${own.ids['1000']}`, { is_active: false })).status).toBe(
      409,
    );
    const early = await good(own.post(entries, { ...simple('1', posted), date: '2026-03-31' }));
    expect([early.fiscal_year, early.number]).toEqual([2025, '2025-000001']);
    expect(await refusal(set({ base_currency: 'USD' }))).toEqual([409, 'base_currency']);
    expect(await refusal(set({ fiscal_year_start: '01-01' }))).toEqual([409, 'fiscal_year_start']);
    expect((await good(set({ accounts: { bank: null } }))).accounts.bank).toBeNull();
  });

  it('drop the exchange rates when they name another base currency', async () => {
    const own = await booksOf(server);
    const rates = [{ date: '2026-03-01', currency: 'USD', rate: '0.9137' }];
    await good(own.put('/v1/accounting/rates', { rates }));
    await good(own.patch(settings, { fiscal_year_start: '04-01' }));
    expect((await good(own.get('/v1/accounting/rates'))).results).toEqual(rates);
    await good(own.patch(settings, { base_currency: 'CHF' }));
    expect((await good(own.get('/v1/accounting/rates'))).results).toEqual([]);
    const dollars = { ...simple('1', posted), currency: 'USD' };
    expect(await refusal(own.post(entries, dollars))).toEqual([409, 'currency']);
  });

  it('and what drafts were given in units of the old one', async () => {
    const own = await booksOf(server);
    const fields = { ...simple('100'), currency: 'USD' };
    const rated = await good(own.post(entries, { ...fields, exchange_rate: '0.5' }));
    const [debit, credit] = fields.lines;
    const lines = [
      { ...debit, base_amount: '90' },
      { ...credit, base_amount: '90' },
    ];
    const based = await good(own.post(entries, { ...fields, lines }));
    await good(own.patch(settings, { base_currency: 'CHF' }));
    const rates = [{ date: fields.date, currency: 'USD', rate: '0.8' }];
    await good(own.put('/v1/accounting/rates', { rates }));
    for (const { id } of [rated, based])
      expect(await good(own.post(`${entries}/${id}/post`))).toMatchObject({
        exchange_rate: '0.8',
        base_total: '80.00',
      });
  });

  it('ask for dimensions, and for four eyes', async () => {
    const own = await booksOf(server);
    const dimensions = [{ name: 'cost_center', required_for: ['expense'] }];
    await good(own.patch(settings, { dimensions, four_eyes: { entries: true } }));
    const of = (given: object) => ({
      ...simple(),
      lines: [{ ...line('6100', '1'), dimensions: given }, line('1000', '-1')],
    });
    expect(await refusal(own.post(entries, of({ project: 'x' })))).toEqual([
      400,
      'lines[0].dimensions.project',
    ]);
    const bare = await good(own.post(entries, simple()));
    const whole = await good(own.post(entries, of({ cost_center: 'C100' })));
    const other = await own.withKey(['write']);
    expect(await refusal(other.post(`${entries}/${bare.id}/post`))).toEqual([
      400,
      'lines[0].dimensions.cost_center',
    ]);
    expect(await refusal(own.post(`${entries}/${whole.id}/post`))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(own.post(entries, { ...of({ cost_center: 'C1' }), ...posted }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const done = await good(other.post(`${entries}/${whole.id}/post`));
    expect(done.lines[0].dimensions).toEqual({ cost_center: 'C100' });
  });
});

it('a chart makes what is missing, once, and fills the default accounts', async () => {
  const own = await booksOf(server);
  const charts = await good(own.get('/v1/accounting/charts'));
  expect(charts.map(({ name }: { name: string }) => name)).toEqual([
    'de-skr03',
    'generic',
    'us-gaap',
  ]);
  const apply = () => own.post('/v1/accounting/charts/us-gaap/apply', {});
  const first = await good(apply());
  const all = await good(own.get(accounts));
  expect(first.accounts_created + first.accounts_existing).toBe(charts[2].accounts.length);
  expect(all).toHaveLength(6 - first.accounts_existing + charts[2].accounts.length);
  expect(first.settings).toMatchObject({ base_currency: 'USD' });
  expect(first.settings.accounts.bank).toBe(own.ids['1000']);
  expect(all.find(({ code }: { code: string }) => code === '1590').normal_side).toBe('credit');
  const again = await good(apply());
  expect(again).toMatchObject({
    accounts_created: 0,
    accounts_existing: charts[2].accounts.length,
  });
  expect(await refusal(own.post('/v1/accounting/charts/none/apply', {}))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  for (const name of ['generic', 'de-skr03']) {
    const other = await booksOf(server);
    const applied = await good(other.post(`/v1/accounting/charts/${name}/apply`, {}));
    expect(applied.accounts_created).toBeGreaterThan(20);
  }
});

describe('an entry in another currency', () => {
  const usd = (more: object = {}) => ({
    date: '2026-03-01',
    currency: 'USD',
    ...posted,
    lines: [
      line('6100', '33.33'),
      line('6100', '33.33'),
      line('1400', '33.34'),
      line('1000', '-100.00'),
    ],
    ...more,
  });
  const bases = ({ lines }: { lines: Array<Record<string, string>> }) =>
    lines.map(({ base_debit, base_credit }) => (base_debit === '0.00' ? base_credit : base_debit));

  it('takes the rate of the last seven days, keeps it, and needs no line for rounding', async () => {
    const own = await booksOf(server);
    const { status, body } = await own.post(entries, usd());
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'RATE_MISSING',
      { currency: 'USD', date: '2026-03-01' },
    ]);
    const put = (date: string, rate: string) =>
      good(own.put('/v1/accounting/rates', { rates: [{ date, currency: 'USD', rate }] }));
    await put('2026-02-22', '0.5');
    expect((await own.post(entries, usd())).status).toBe(409);
    await put('2026-02-23', '0.9137');
    const entry = await good(own.post(entries, usd()));
    expect(entry).toMatchObject({ exchange_rate: '0.9137', total: '100.00', base_total: '91.37' });
    expect(bases(entry)).toEqual(['30.46', '30.45', '30.46', '91.37']);
    await put('2026-02-23', '2');
    expect(await good(own.get(`${entries}/${entry.id}`))).toEqual(entry);
    expect(await good(own.get('/v1/accounting/rates'))).toMatchObject({
      results: [
        { date: '2026-02-23', currency: 'USD', rate: '2' },
        { date: '2026-02-22', currency: 'USD', rate: '0.5' },
      ],
    });
    const turned = await good(own.post(`${entries}/${entry.id}/reverse`, { reason: 'wrong' }));
    expect(turned).toMatchObject({ base_total: '91.37', exchange_rate: '0.9137' });
    expect(bases(turned)).toEqual(bases(entry));
    const balance = await good(own.get(`${accounts}/${own.ids['1000']}/balance`));
    expect(balance).toMatchObject({
      balance: '0.00',
      by_currency: [{ currency: 'USD', debit: '100.00', credit: '100.00', balance: '0.00' }],
    });
  });

  it('of several currencies balances in the base currency', async () => {
    const of = (base_amount: string) => ({
      ...simple('1', posted),
      lines: [{ ...line('6100', '100'), currency: 'USD', base_amount }, line('1000', '-90.00')],
    });
    const entry = await good(api.post(entries, of('90.00')));
    expect([entry.total, entry.base_total]).toEqual(['0.00', '90.00']);
    const { body } = await api.post(entries, of('89.99'));
    expect(body.error.message).toMatch(/^Converted to EUR/);
    expect([body.error.code, body.error.details]).toEqual([
      'UNBALANCED',
      { debit: '89.99', credit: '90.00', difference: '-0.01' },
    ]);
    expect(await refusal(api.post(entries, { ...simple(), exchange_rate: '1' }))).toEqual([
      400,
      'exchange_rate',
    ]);
  });

  it('leaves a difference where its balance is zero, which is worth nothing without a rate', async () => {
    const own = await booksOf(server);
    const dollars = (sign: string, base_amount: string) => ({
      ...line('1000', `${sign}100`),
      currency: 'USD',
      base_amount,
    });
    const move = (...lines: object[]) => good(own.post(entries, { ...simple('1', posted), lines }));
    await move(dollars('', '66.00'), line('4000', '-66.00'));
    await move(dollars('-', '65.00'), line('6100', '65.00'));
    const worth = () => good(own.get('/v1/accounting/reports/revaluation?at=2026-12-31'));
    const { rows, totals } = await worth();
    expect(rows).toMatchObject([{ balance: '0.00', rate: null, revalued: '0.00' }]);
    expect([rows[0].difference, totals.difference]).toEqual(['-1.00', '-1.00']);
    await move(dollars('', '65.00'), dollars('-', '66.00'), line('6100', '1.00'));
    expect((await worth()).rows).toEqual([]);
  });
});

it('files are attached to a posted entry, each once, and only files that the caller sees', async () => {
  const { id } = await good(api.post(entries, simple('1', posted)));
  const attach = (...file_ids: string[]) => api.post(`${entries}/${id}/attachments`, { file_ids });
  const file = await uploadText(api, 'receipt.txt');
  const other = await uploadText(api, 'other.txt');
  await good(attach(file.id));
  expect((await good(attach(file.id, other.id))).attachments).toEqual([file.id, other.id]);
  const stranger = await booksOf(server);
  const theirs = await uploadText(stranger, 'theirs.txt');
  expect((await attach(theirs.id)).status).toBe(404);
});

it('a reversal turns the sides, once, and is not before its entry', async () => {
  const { id } = await good(api.post(entries, simple('12', posted)));
  const reverse = (path: string, body: object = { reason: 'twice' }) =>
    api.post(`${entries}/${path}/reverse`, body);
  expect(await refusal(reverse(id, { reason: 'x', date: '2026-02-28' }))).toEqual([400, 'date']);
  const turned = await good(reverse(id));
  expect(turned).toMatchObject({ reversal_of: id, reason: 'twice', date: '2026-03-01' });
  expect(turned.lines[0]).toMatchObject({ account_code: '6100', debit: '0.00', credit: '12.00' });
  expect(await good(api.get(`${entries}/${id}`))).toMatchObject({
    status: 'reversed',
    reversed_by: turned.id,
  });
  for (const path of [id, turned.id])
    expect(await refusal(reverse(path))).toEqual([409, 'INVALID_STATE']);
});
