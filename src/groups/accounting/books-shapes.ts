import { z } from 'zod';
import { countedQuery, page, timestamp } from '../../ground/shapes/schemas.ts';
import { accountType } from './account-shapes.ts';
import { AccountingSettings } from './settings-shapes.ts';
import { by, currency, day, money, rate } from './shapes.ts';
import { ChartTaxRate } from './tax-shapes.ts';

const from = day.optional().meta({ description: 'The first day', example: '2026-01-01' });
const to = day.optional().meta({ description: 'The last day', example: '2026-12-31' });
const name = z.string().trim().min(1).max(200);

export const ratesBody = z.object({
  rates: z
    .array(z.object({ date: day, currency, rate }))
    .min(1)
    .max(1000),
});
export const ratesQuery = countedQuery.extend({ currency: currency.optional(), from, to });
export const ExchangeRate = z
  .object({ date: day, currency: z.string(), rate: z.string().meta({ example: '0.9137' }) })
  .meta({ id: 'ExchangeRate' });

export const periodBody = z.object({ name, from: day, to: day });
export const periodChange = z.object({ name });
export const Period = z
  .object({
    id: z.string(),
    name: z.string(),
    from: day,
    to: day,
    status: z.enum(['open', 'closed']),
    fiscal_year: z.number().int(),
    is_year_end: z.boolean(),
    closed_at: timestamp.nullable(),
    closed_by: by,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AccountingPeriod' });

/** A posted line of an account, as lists and reports show it. */
export const LedgerLine = z
  .object({
    entry_id: z.string(),
    number: z.string(),
    date: day,
    sequence: z.number().int(),
    description: z.string().nullable(),
    memo: z.string().nullable(),
    line_no: z.number().int(),
    currency: z.string(),
    debit: money,
    credit: money,
    base_debit: money,
    base_credit: money,
    balance: money.meta({ description: 'In the base currency, after this line' }),
    source: z.object({ type: z.string(), id: z.string() }).nullable(),
  })
  .meta({ id: 'LedgerLine' });

export const linesQuery = countedQuery.extend({ from, to });
export const LedgerLines = page(LedgerLine)
  .extend({
    opening_balance: money.meta({ description: 'Before `from`' }),
    closing_balance: money.meta({ description: 'After `to`' }),
  })
  .meta({ id: 'LedgerLines' });

export const Chart = z
  .object({
    name: z.string(),
    description: z.string(),
    base_currency: z.string(),
    accounts: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        type: accountType,
        normal_side: z.enum(['debit', 'credit']),
        cash_flow: z.enum(['cash', 'operating', 'investing', 'financing']),
      }),
    ),
    tax_rates: z.array(ChartTaxRate),
  })
  .meta({ id: 'ChartOfAccounts' });
export const AppliedChart = z.object({
  accounts_created: z.number().int(),
  accounts_existing: z.number().int(),
  tax_rates_created: z.number().int(),
  settings: AccountingSettings,
});

export const Verification = z
  .object({
    ok: z.boolean(),
    checked: z.object({
      entries: z.number().int(),
      lines: z.number().int(),
      accounts: z.number().int(),
    }),
    problems: z.array(z.looseObject({ kind: z.enum(['unbalanced', 'gap', 'total']) })),
  })
  .meta({ id: 'BooksVerification' });
