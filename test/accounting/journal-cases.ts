import type { Case, Headers, Scene } from '../support/journal-cases.ts';
import { uploadText } from '../support/seed-files.ts';
import { accounts, entries, line } from './support.ts';

const root = '/v1/accounting';
const periods = `${root}/periods`;
const taxRates = `${root}/tax-rates`;
const vat = { code: 'VAT20', name: 'VAT 20 %', rate: '20', category: 'standard' };

/** Of the scene's tenant, made before the call under test. */
let id: string;
const madeAt = async ({ tenant }: Scene, path: string, body: object): Promise<string> => {
  const made = await tenant.post(path, body);
  id = made.body.data.id;
  return `${path}/${id}`;
};
const account = (scene: Scene, code = '1000', type = 'asset') =>
  madeAt(scene, accounts, { code, name: code, type });
async function twoLines(scene: Scene) {
  await account(scene);
  await account(scene, '6100', 'expense');
  return { date: '2026-03-01', lines: [line('6100', '10'), line('1000', '-10')] };
}
const draft = async (scene: Scene) => madeAt(scene, entries, await twoLines(scene));
async function entry(scene: Scene) {
  return madeAt(scene, entries, { ...(await twoLines(scene)), status: 'posted' });
}
const period = (scene: Scene) =>
  madeAt(scene, periods, { name: 'March', from: '2026-03-01', to: '2026-03-31' });

/** A call at the path of a record that `make` has made, and one where there is none. */
const at = (
  make: (scene: Scene) => Promise<string>,
  none: string,
  event: string,
  call: (scene: Scene, path: string, h: Headers) => ReturnType<Case['call']>,
): Case => ({
  call: async (scene, h) => call(scene, await make(scene), h),
  rows: () => [[event, event.split('.')[0] as string, id]],
  refused: (scene, h) => call(scene, none, h),
});
const ofAccount = at.bind(undefined, (scene: Scene) => account(scene), `${accounts}/acc_0`);
const ofTaxRate = at.bind(
  undefined,
  (scene: Scene) => madeAt(scene, taxRates, vat),
  `${taxRates}/tax_0`,
);
const ofPeriod = at.bind(undefined, period, `${periods}/per_0`);

/** One case for each operation of accounting that changes something. */
export const journalCases: Record<string, Case> = {
  'accounting_settings.update': {
    call: ({ tenant }, h) => tenant.patch(`${root}/settings`, { base_currency: 'USD' }, h),
    rows: ({ tenant }) => [
      ['accounting_settings.updated', 'accounting_settings', tenant.tenant.id],
    ],
    refused: ({ tenant }, h) => tenant.patch(`${root}/settings`, { base_currency: 'XYZ' }, h),
  },
  'chart.apply': {
    call: async (scene, h) => {
      // All but two of its accounts are there.
      await scene.tenant.post(`${root}/charts/us-gaap/apply`, {});
      const { body } = await scene.tenant.get(accounts);
      const [first] = body.data;
      await scene.tenant.patch(`${root}/settings`, { accounts: { bank: null } });
      await scene.tenant.delete(`${accounts}/${first.id}`);
      return scene.tenant.post(`${root}/charts/us-gaap/apply`, {}, h);
    },
    rows: ({ tenant }, data) => [
      ['ledger_account.created', 'ledger_account', data.settings.accounts.bank],
      ['accounting_settings.updated', 'accounting_settings', tenant.tenant.id],
    ],
    refused: ({ tenant }, h) => tenant.post(`${root}/charts/none/apply`, {}, h),
  },
  'ledger_account.create': {
    call: ({ tenant }, h) => tenant.post(accounts, { code: '1', name: 'x', type: 'asset' }, h),
    rows: (_, data) => [['ledger_account.created', 'ledger_account', data.id]],
    refused: ({ tenant }, h) =>
      tenant.post(accounts, { code: '2', name: 'x', type: 'asset', parent_id: 'none' }, h),
  },
  'ledger_account.update': ofAccount('ledger_account.updated', ({ tenant }, path, h) =>
    tenant.patch(path, { name: 'Bank' }, h),
  ),
  'ledger_account.delete': ofAccount('ledger_account.deleted', ({ tenant }, path, h) =>
    tenant.delete(path, undefined, h),
  ),
  'tax_rate.create': {
    call: ({ tenant }, h) => tenant.post(taxRates, vat, h),
    rows: (_, data) => [['tax_rate.created', 'tax_rate', data.id]],
    refused: ({ tenant }, h) => tenant.post(taxRates, { ...vat, account_id: 'none' }, h),
  },
  'tax_rate.update': ofTaxRate('tax_rate.updated', ({ tenant }, path, h) =>
    tenant.patch(path, { name: 'VAT' }, h),
  ),
  'tax_rate.delete': ofTaxRate('tax_rate.deleted', ({ tenant }, path, h) =>
    tenant.delete(path, undefined, h),
  ),
  'exchange_rate.put': {
    call: ({ tenant }, h) =>
      tenant.put(
        `${root}/rates`,
        { rates: [{ date: '2026-03-01', currency: 'USD', rate: '0.9137' }] },
        h,
      ),
    rows: ({ tenant }) => [['exchange_rates.updated', 'exchange_rates', tenant.tenant.id]],
    refused: ({ tenant }, h) =>
      tenant.put(
        `${root}/rates`,
        { rates: [{ date: '2026-03-01', currency: 'XYZ', rate: '1' }] },
        h,
      ),
  },
  'journal_entry.create': {
    call: async (scene, h) => scene.tenant.post(entries, await twoLines(scene), h),
    rows: (_, data) => [['journal_entry.created', 'journal_entry', data.id]],
    refused: ({ tenant }, h) =>
      tenant.post(entries, { date: '2026-03-01', lines: [line('none', '1')] }, h),
  },
  'journal_entry.batch_create': {
    call: async (scene, h) => {
      const body = { ...(await twoLines(scene)), status: 'posted' };
      return scene.tenant.post(`${entries}/batch/create`, { entries: [body, body] }, h);
    },
    rows: (_, data) =>
      data.ids.map((one: string) => ['journal_entry.posted', 'journal_entry', one]),
    refused: ({ tenant }, h) =>
      tenant.post(
        `${entries}/batch/create`,
        { entries: [{ date: '2026-03-01', lines: [line('none', '1')] }] },
        h,
      ),
  },
  'journal_entry.update': at(
    draft,
    `${entries}/je_0`,
    'journal_entry.updated',
    ({ tenant }, path, h) => tenant.patch(path, { description: 'Rent' }, h),
  ),
  'journal_entry.delete': at(
    draft,
    `${entries}/je_0`,
    'journal_entry.deleted',
    ({ tenant }, path, h) => tenant.delete(path, undefined, h),
  ),
  'journal_entry.post': at(
    draft,
    `${entries}/je_0`,
    'journal_entry.posted',
    ({ tenant }, path, h) => tenant.post(`${path}/post`, undefined, h),
  ),
  'journal_entry.reverse': {
    call: async (scene, h) =>
      scene.tenant.post(`${await entry(scene)}/reverse`, { reason: 'twice' }, h),
    rows: (_, data) => [
      ['journal_entry.posted', 'journal_entry', data.id],
      ['journal_entry.reversed', 'journal_entry', data.reversal_of],
    ],
    refused: ({ tenant }, h) => tenant.post(`${entries}/je_0/reverse`, { reason: 'x' }, h),
  },
  'journal_entry.attach': at(
    draft,
    `${entries}/je_0`,
    'journal_entry.updated',
    async ({ tenant }, path, h) => {
      const file = await uploadText(tenant, 'receipt.txt');
      return tenant.post(`${path}/attachments`, { file_ids: [file.id] }, h);
    },
  ),
  'period.create': {
    call: ({ tenant }, h) =>
      tenant.post(periods, { name: 'March', from: '2026-03-01', to: '2026-03-31' }, h),
    rows: (_, data) => [['period.created', 'period', data.id]],
    refused: ({ tenant }, h) =>
      tenant.post(periods, { name: 'x', from: '2026-12-01', to: '2027-01-31' }, h),
  },
  'period.update': ofPeriod('period.updated', ({ tenant }, path, h) =>
    tenant.patch(path, { name: 'Spring' }, h),
  ),
  'period.delete': ofPeriod('period.deleted', ({ tenant }, path, h) =>
    tenant.delete(path, undefined, h),
  ),
  'period.close': ofPeriod('period.closed', ({ tenant }, path, h) =>
    tenant.post(`${path}/close`, {}, h),
  ),
  'period.reopen': ofPeriod('period.reopened', async ({ tenant }, path, h) => {
    await tenant.post(`${path}/close`, {});
    return tenant.post(`${path}/reopen`, { reason: 'late' }, h);
  }),
};
