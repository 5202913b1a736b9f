import { z } from 'zod';
import { countedQuery, flag, page, timestamp } from '../../ground/shapes/schemas.ts';
import { accountType, side } from './account-shapes.ts';
import { LedgerLine } from './books-shapes.ts';
import { accountName, day, money } from './shapes.ts';

const from = day.optional().meta({
  description: 'The first day; default: that of the fiscal year of `to`',
  example: '2026-01-01',
});
const to = day
  .optional()
  .meta({ description: 'The last day; default: today', example: '2026-12-31' });
const at = day
  .optional()
  .meta({ description: 'Up to and with this day; default: today', example: '2026-12-31' });
const compare = z.enum(['previous_period', 'previous_year']).optional().meta({
  description:
    'Also the figures of an earlier time: as many days just before `from`, or, of a balance sheet, the end of the fiscal year before; or the same days a year before',
});
const depth = z
  .enum(['1', '2', '3', '4', '5', '6', '7', '8'])
  .transform(Number)
  .optional()
  .meta({ description: 'How many levels of accounts to show' });
const include_zero = flag.optional().meta({ description: 'Also accounts without a line' });
const dimension = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}:.{1,64}$/s, 'must be a name and a value, such as cost_center:C100')
  .optional()
  .meta({
    description: 'Only lines with this value of a dimension, name:value',
    example: 'cost_center:C100',
  });
const format = z
  .enum(['json', 'csv', 'xlsx', 'pdf'])
  .optional()
  .meta({ description: 'Default json; others send a file' });
const table = z.enum(['json', 'csv', 'xlsx']).optional();

/** Fields of several queries, by the names of their components. */
export const reportFields = {
  ReportFrom: from,
  ReportTo: to,
  ReportCompare: compare,
  ReportDepth: depth,
  ReportZeros: include_zero,
  ReportFormat: format,
};

const ofAccounts = { compare, depth, include_zero, format };
export const trialBalanceQuery = z.object({ from, to, ...ofAccounts });
export const balanceSheetQuery = z.object({ at, ...ofAccounts });
export const profitLossQuery = z.object({ from, to, dimension, ...ofAccounts });
export const cashFlowQuery = trialBalanceQuery.extend({
  depth: depth.meta({ description: 'Accounts of deeper levels count in those above them' }),
});
export const revaluationQuery = z.object({ at, format: table });
export const generalLedgerQuery = countedQuery.extend({
  from,
  to,
  account_id: accountName
    .optional()
    .meta({ description: 'Only this account and those below it, by id or code' }),
  dimension,
  format: table.meta({
    description:
      'csv and xlsx hold all lines, up to 100,000, without regard to `limit` and `cursor`',
  }),
});

const previous = money.optional().meta({ description: 'Of the earlier time, with `compare`' });
const drill = z.string().meta({ description: 'The path of the lines of the row' });
const account = {
  account_id: z.string(),
  code: z.string(),
  name: z.string(),
  type: accountType,
  normal_side: side.meta({ description: 'The side on which the balance is positive' }),
  parent_id: z.string().nullable(),
  level: z.number().int(),
  is_parent: z.boolean(),
};
const days = { from: day, to: day };

const report = <Row extends z.ZodType, Totals extends z.ZodRawShape>(
  name: string,
  about: { from: typeof day; to: typeof day } | { at: typeof day },
  row: Row,
  totals: Totals,
) =>
  z.object({
    report: z.literal(name),
    currency: z.string(),
    ...about,
    compared_with: z.object(about).optional().meta({ description: 'With `compare`' }),
    rows: z.array(row),
    totals: z
      .object({
        ...totals,
        previous: z
          .object(totals)
          .optional()
          .meta({ description: 'Of the earlier time, with `compare`' }),
      })
      .meta({ description: 'Of accounts without children' }),
    generated_at: timestamp,
  });

export const TrialBalance = report(
  'trial-balance',
  days,
  z.object({
    ...account,
    opening: money,
    debit: money,
    credit: money,
    balance: money,
    previous,
    drill,
  }),
  {
    opening_debit: money,
    opening_credit: money,
    debit: money,
    credit: money,
    closing_debit: money,
    closing_credit: money,
  },
).meta({ id: 'TrialBalance' });

export const BalanceSheet = report(
  'balance-sheet',
  { at: day },
  z.object({
    ...account,
    account_id: z.string().nullable(),
    code: z.string().nullable(),
    balance: money,
    computed: z.enum(['retained_earnings', 'current_earnings']).nullable().meta({
      description: 'A row, or an account, that the results of earlier years or of this one are in',
    }),
    previous,
    drill: drill.nullable(),
  }),
  { assets: money, liabilities: money, equity: money, liabilities_and_equity: money },
).meta({ id: 'BalanceSheet' });

export const ProfitLoss = report(
  'profit-loss',
  days,
  z.object({ ...account, balance: money, computed: z.null(), previous, drill }),
  { revenue: money, expense: money, net_income: money },
).meta({ id: 'ProfitLoss' });

export const CashFlow = report(
  'cash-flow',
  days,
  z.object({
    section: z.enum(['operating', 'investing', 'financing']),
    account_id: z.string().nullable().meta({ description: 'null: net income' }),
    code: z.string().nullable(),
    name: z.string(),
    amount: money.meta({ description: 'Money that came in; what went out is negative' }),
    previous,
    drill: drill.nullable(),
  }),
  {
    operating: money,
    investing: money,
    financing: money,
    net_change: money,
    opening_cash: money,
    closing_cash: money,
  },
).meta({ id: 'CashFlow' });

const ofRate = 'null without an exchange rate of the seven days that end with `at`';

export const Revaluation = report(
  'revaluation',
  { at: day },
  z.object({
    account_id: z.string(),
    code: z.string(),
    currency: z.string(),
    balance: money,
    base_balance: money,
    rate: z.string().nullable().meta({ description: ofRate, example: '0.9137' }),
    revalued: money.nullable().meta({ description: ofRate }),
    difference: money.nullable().meta({ description: ofRate }),
    drill,
  }),
  { difference: money.meta({ description: 'A gain is positive' }) },
)
  .omit({ compared_with: true })
  .meta({ id: 'Revaluation' });

export const GeneralLedger = page(
  z
    .object({
      account_id: z.string(),
      code: z.string(),
      name: z.string(),
      ...LedgerLine.shape,
      balance: money.meta({
        description:
          'Of the account in the base currency, after this line; with `dimension` of its lines only',
      }),
    })
    .meta({ id: 'GeneralLedgerLine' }),
)
  .extend({
    report: z.literal('general-ledger'),
    currency: z.string(),
    ...days,
    totals: z.object({ debit: money, credit: money }).meta({ description: 'Of the whole range' }),
    generated_at: timestamp,
  })
  .meta({ id: 'GeneralLedger' });
