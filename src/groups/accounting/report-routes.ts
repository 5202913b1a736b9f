import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { reportTypes } from './report-formats.ts';
import {
  BalanceSheet,
  balanceSheetQuery,
  CashFlow,
  cashFlowQuery,
  GeneralLedger,
  generalLedgerQuery,
  ProfitLoss,
  profitLossQuery,
  Revaluation,
  revaluationQuery,
  TrialBalance,
  trialBalanceQuery,
} from './report-shapes.ts';

const root = '/v1/accounting/reports';
const reading = { scope: 'read', permission: 'accounting:read' } as const;
/** Its time grows with the years of the books. */
const reporting = { ...reading, method: 'GET', growsWithData: true } as const;
const file = lazy(() => import('./handlers/report-file.ts'), 'sendReport');
const printed = { filesAs: reportTypes('csv', 'xlsx', 'pdf'), fileHandler: file };
const tables = reportTypes('csv', 'xlsx');

export const reportRoutes: Route[] = notImpersonated([
  handled({
    id: 'accounting_report.trial_balance',
    path: `${root}/trial-balance`,
    ...reporting,
    ...printed,
    summary: 'Get the trial balance of a range of days',
    description:
      'In the base currency. A parent has the sums of what is below it; totals add accounts without children only.',
    query: trialBalanceQuery,
    returns: TrialBalance,
  }),
  handled({
    id: 'accounting_report.balance_sheet',
    path: `${root}/balance-sheet`,
    ...reporting,
    ...printed,
    summary: 'Get the balance sheet of a day',
    description:
      'The end of a year is computed, not booked: results of earlier fiscal years are in retained earnings, that of this one in current earnings.',
    query: balanceSheetQuery,
    returns: BalanceSheet,
  }),
  handled({
    id: 'accounting_report.profit_loss',
    path: `${root}/profit-loss`,
    ...reporting,
    ...printed,
    summary: 'Get profit and loss of a range of days',
    query: profitLossQuery,
    returns: ProfitLoss,
  }),
  handled({
    id: 'accounting_report.cash_flow',
    path: `${root}/cash-flow`,
    ...reporting,
    ...printed,
    summary: 'Get the cash flow of a range of days',
    description:
      'Indirect: net income, and the change of each account that is not `cash`, in its section.',
    query: cashFlowQuery,
    returns: CashFlow,
  }),
  handled({
    id: 'accounting_report.general_ledger',
    path: `${root}/general-ledger`,
    ...reporting,
    summary: 'List the posted lines of all accounts',
    description: 'By code, date, sequence and line.',
    query: generalLedgerQuery,
    returns: GeneralLedger,
    filesAs: tables,
    fileHandler: lazy(() => import('./handlers/ledger-file.ts'), 'sendLedger'),
    looks: ['accounting_report_lines'],
    errors: ['INVALID_CURSOR', 'NOT_FOUND'],
  }),
  handled({
    id: 'accounting_report.revaluation',
    path: `${root}/revaluation`,
    ...reporting,
    summary: 'Get what foreign currencies are worth on a day',
    description: 'Of assets and liabilities. It books nothing: the difference is yours to post.',
    query: revaluationQuery,
    returns: Revaluation,
    filesAs: tables,
    fileHandler: file,
  }),
]);
