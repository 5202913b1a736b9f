import type { Group } from '../../tools/manifest/group.ts';
import { accountRoutes } from './account-routes.ts';
import { booksRoutes } from './books-routes.ts';
import { entryRoutes } from './entry-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { reportFields } from './report-shapes.ts';
import { taxRoutes } from './tax-routes.ts';

export const accounting: Group = {
  name: 'accounting',
  description:
    'Double-entry books of a tenant: accounts, journal entries with numbers without gaps, balances. See docs/ledger/README.md.',
  // Amounts: no double may have touched them.
  routes: [...accountRoutes, ...entryRoutes, ...taxRoutes, ...booksRoutes, ...reportRoutes].map(
    (route) => ({
      ...route,
      wholeNumbers: { but: ['metadata'] },
    }),
  ),
  events: {
    accounting_settings: 'updated',
    ledger: 'mismatch',
    ledger_account: 'created updated deleted',
    exchange_rates: 'updated',
    tax_rate: 'created updated deleted',
    period: 'created updated deleted closed reopened',
    journal_entry: 'created updated deleted posted reversed',
  },
  crons: {
    ledger_verify: {
      cron: '23 2 * * *',
      load: async () => (await import('./verify-all.ts')).verifyAll,
    },
  },
  parameters: {
    account_id: 'The id of an account',
    chart: 'The name of a chart of accounts, such as generic',
    period_id: 'The id of a period',
    tax_rate_id: 'The id of a tax rate',
    entry_id: 'The id of a journal entry',
  },
  queryFields: reportFields,
};
