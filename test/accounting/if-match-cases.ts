import { crud, fresh, type IfMatchCases, posted, settings } from '../support/if-match-cases.ts';

const periods = '/v1/accounting/periods';
let month = 0;
/** A month that no period has yet. */
const freshMonth = () => {
  const first = `${1900 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  month += 1;
  return { name: fresh(), from: `${first}-01`, to: `${first}-28` };
};

export const ifMatchCases: IfMatchCases = {
  'the settings of accounting': settings(
    ['accounting_settings.get', 'accounting_settings.update'],
    '/v1/accounting/settings',
    ['PATCH', { timezone: 'Europe/Berlin' }],
  ),
  'an account': posted(
    crud('ledger_account'),
    '/v1/accounting/accounts',
    () => ({ code: fresh(), name: 'Bank', type: 'asset' }),
    { name: 'Bank, current account' },
  ),
  'a tax rate': posted(
    crud('tax_rate'),
    '/v1/accounting/tax-rates',
    () => ({ code: fresh(), name: 'VAT 20 %', rate: '20', category: 'standard' }),
    { name: 'VAT' },
  ),
  'a journal entry': posted(
    [...crud('journal_entry'), 'journal_entry.post', 'journal_entry.attach'],
    '/v1/accounting/journal-entries',
    () => ({ date: '2026-03-01', lines: [] }),
    { description: 'Rent' },
    {
      also: [
        ['POST', '/post'],
        ['POST', '/attachments', { file_ids: ['file_0'] }],
      ],
    },
  ),
  'a period': posted(
    [...crud('period'), 'period.close', 'period.reopen'],
    periods,
    freshMonth,
    { name: 'January' },
    {
      also: [
        ['POST', '/close', {}],
        ['POST', '/reopen', { reason: 'late' }],
      ],
    },
  ),
};
