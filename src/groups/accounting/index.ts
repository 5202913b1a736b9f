import type { Group } from '../../tools/manifest/group.ts';
import { accountRoutes } from './account-routes.ts';
import { booksRoutes } from './books-routes.ts';
import { entryRoutes } from './entry-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { reportFields } from './report-shapes.ts';

export const accounting: Group = {
  name: 'accounting',
  description:
    'Double-entry books of a tenant: accounts, journal entries with numbers without gaps, balances. See docs/ledger/README.md.',
  routes: [...accountRoutes, ...entryRoutes, ...booksRoutes, ...reportRoutes],
  events: {
    accounting_settings: 'updated',
    ledger_account: 'created updated deleted',
    exchange_rates: 'updated',
    period: 'created updated deleted closed reopened',
    journal_entry: 'created updated deleted posted reversed',
  },
  parameters: {
    account_id: 'The id of an account',
    chart: 'The name of a chart of accounts, such as generic',
    period_id: 'The id of a period',
    entry_id: 'The id of a journal entry',
  },
  queryFields: reportFields,
};
