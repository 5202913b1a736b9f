import { expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import { accounts, booksOf } from './support.ts';

const server = useServer();
const taxRates = '/v1/accounting/tax-rates';
const vat = { code: 'VAT20', name: 'VAT 20 %', rate: '20', category: 'standard' };

it('tax rates are created, changed, listed by code and deleted', async () => {
  const api = await booksOf(server);
  const made = await good(
    api.post(taxRates, { ...vat, account_id: '2000', input_account_id: '1400' }),
  );
  expect(made).toMatchObject({
    ...vat,
    is_compound: false,
    account_id: api.ids['2000'],
    input_account_id: api.ids['1400'],
    exemption_reason: null,
    is_active: true,
  });
  await good(
    api.post(taxRates, { ...vat, code: 'A', rate: 9.975, is_compound: true }).then((answer) => {
      // A fraction of JSON is no decimal.
      expect(answer.status).toBe(400);
      return api.post(taxRates, { ...vat, code: 'A', rate: '9.9750', is_compound: true });
    }),
  );
  const path = `${taxRates}/${made.id}`;
  await good(api.patch(path, { is_active: false, input_account_id: null }));
  expect(await good(api.get(path))).toMatchObject({ is_active: false, input_account_id: null });
  const listed = async () =>
    (await good(api.get(taxRates))).map(({ code, rate }: typeof vat) => `${code} ${rate}`);
  expect(await listed()).toEqual(['A 9.975', 'VAT20 20']);
  expect(await refusal(api.delete(`${accounts}/${api.ids['2000']}`))).toEqual([
    409,
    'DEPENDENCY_EXISTS',
  ]);
  await good(api.delete(path));
  expect((await api.get(path)).status).toBe(404);
  expect((await api.delete(`${accounts}/${api.ids['2000']}`)).status).toBe(200);
});

it.each([
  [{ rate: '101' }, 400, 'rate'],
  [{ rate: '1.00001' }, 400, 'rate'],
  [{ rate: '-1' }, 400, 'rate'],
  [{ category: 'exempt' }, 400, 'rate'],
  [{ category: 'none' }, 400, 'category'],
  [{ account_id: '6100' }, 400, 'account_id'],
  [{ account_id: 'none' }, 404, 'account_id'],
  [{ code: 'taken' }, 409, 'code'],
])('%j is refused', async (change, status, param) => {
  const api = await booksOf(server);
  await good(api.post(taxRates, { ...vat, code: 'taken' }));
  const answer = await api.post(taxRates, { ...vat, ...change });
  expect([answer.status, answer.body.error.param]).toEqual([status, param]);
});

it('a chart brings its tax rates, each once, with the accounts that fit', async () => {
  const api = await booksOf(server);
  // A tenant has made another thing of an account that the chart would post tax to.
  await good(api.post(accounts, { code: '1771', name: 'Other', type: 'expense' }));
  const apply = () => good(api.post('/v1/accounting/charts/de-skr03/apply', {}));
  expect((await apply()).tax_rates_created).toBe(6);
  expect((await apply()).tax_rates_created).toBe(0);
  const rates = await good(api.get(taxRates));
  const of = (code: string) => rates.find((one: typeof vat) => one.code === code);
  const account = async (id: string) => (await good(api.get(`${accounts}/${id}`))).code;
  expect(await account(of('USt19').account_id)).toBe('1776');
  expect(await account(of('USt19').input_account_id)).toBe('1576');
  expect(of('USt7').account_id).toBeNull();
  expect(of('RC19')).toMatchObject({ category: 'reverse_charge', rate: '19' });
  expect(of('FREI')).toMatchObject({ category: 'exempt', rate: '0', account_id: null });
});
