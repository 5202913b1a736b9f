import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { accountName, code, currency, day, metadata, money, signedAmount } from './shapes.ts';

export const accountType = z.enum(['asset', 'liability', 'equity', 'revenue', 'expense']);
const side = z.enum(['debit', 'credit']);
const cashFlow = z.enum(['cash', 'operating', 'investing', 'financing']);

const fields = {
  code,
  name: z.string().trim().min(1).max(200),
  type: accountType,
  normal_side: side.optional().meta({
    description:
      'Default debit for assets and expenses, otherwise credit. A balance is positive on it',
  }),
  currency: currency
    .nullable()
    .optional()
    .meta({ description: 'null: lines of any currency', example: null }),
  parent_id: accountName
    .nullable()
    .optional()
    .meta({ description: 'Id or code of an account of the same type', example: null }),
  is_active: z.boolean().optional(),
  cash_flow: cashFlow.optional(),
  min_balance: signedAmount
    .nullable()
    .optional()
    .meta({ description: 'No posting may leave the balance below it', example: null }),
  description: z.string().max(2000).nullable().optional(),
  metadata: metadata.optional(),
};

export const accountBody = z.object(fields).meta({ id: 'LedgerAccountFields' });
export const accountChange = z
  .object({
    ...fields,
    code: code.optional(),
    name: fields.name.optional(),
    type: accountType.optional(),
  })
  .meta({ id: 'LedgerAccountChanges' });

export const LedgerAccount = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    type: accountType,
    normal_side: side,
    currency: z.string().nullable(),
    parent_id: z.string().nullable(),
    level: z.number().int(),
    is_parent: z.boolean(),
    is_active: z.boolean(),
    cash_flow: cashFlow,
    min_balance: z.string().nullable(),
    description: z.string().nullable(),
    metadata: openMap,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'LedgerAccount' });

export const LedgerBalance = z
  .object({
    account_id: z.string(),
    code: z.string(),
    at: day.nullable(),
    currency: z.string().meta({ description: 'The base currency' }),
    debit: money,
    credit: money,
    balance: money.meta({ description: 'Positive on the normal side of the account' }),
    by_currency: z.array(
      z.object({
        currency: z.string(),
        debit: money,
        credit: money,
        balance: money,
        base_balance: money,
      }),
    ),
    includes_children: z.boolean(),
  })
  .meta({ id: 'LedgerBalance' });

const names = [
  'receivable',
  'payable',
  'employee_payable',
  'bank',
  'revenue',
  'expense',
  'exchange_gain',
  'exchange_loss',
  'write_off',
  'retained_earnings',
] as const;

const format = z
  .string()
  .max(40)
  .regex(
    /^(?:[A-Za-z0-9\-/._]|\{YYYY\}|\{YY\}|\{SEQ:(?:[1-9]|1[0-2])\})+$/,
    'must consist of {YYYY} or {YY}, {SEQ:n} with n from 1 to 12, letters, digits and - / . _',
  )
  .refine(
    (text) => text.includes('{YY') && text.split('{SEQ:').length === 2,
    'must contain {YYYY} or {YY}, and {SEQ:n} once',
  )
  .meta({ example: '{YYYY}-{SEQ:6}' });
const series = z.object({
  format: format.optional(),
  start: z
    .object({
      year: z.number().int().min(1900).max(2199),
      next: z.number().int().min(1).max(999_999_999_999),
    })
    .optional()
    .meta({ description: 'Moves the first number of a fiscal year forward' }),
});
const dimension = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be a lowercase word, such as cost_center'),
  required_for: z.array(accountType).max(5).default([]),
});
const monthDay = z
  .string()
  .regex(
    /^(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])$|^(0[469]|11)-(0[1-9]|[12]\d|30)$|^02-(0[1-9]|1\d|2[0-8])$/,
    'must be a month and a day, such as 04-01, and not 02-29',
  )
  .meta({ example: '01-01' });

export const settingsBody = z.object({
  base_currency: currency.optional(),
  fiscal_year_start: monthDay.optional(),
  timezone: z.string().min(1).max(100).nullable().optional().meta({
    description: 'IANA name; null: that of the governance',
    example: 'Europe/Berlin',
  }),
  numbering: z.object({ journal_entry: series.optional() }).optional(),
  accounts: z
    .object(
      Object.fromEntries(names.map((name) => [name, accountName.nullable().optional()])) as Record<
        (typeof names)[number],
        z.ZodOptional<z.ZodNullable<typeof accountName>>
      >,
    )
    .optional()
    .meta({ description: 'Default accounts, by id or code' }),
  dimensions: z
    .array(dimension)
    .max(3)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'must have different names',
    )
    .optional(),
  four_eyes: z
    .object({ entries: z.boolean().optional() })
    .optional()
    .meta({ description: 'An entry is posted by another person than the one who wrote it' }),
});

export const AccountingSettings = z
  .object({
    base_currency: z.string(),
    fiscal_year_start: z.string(),
    timezone: z.string(),
    numbering: z.object({
      journal_entry: series.extend({ format: z.string() }),
    }),
    accounts: z.object(
      Object.fromEntries(names.map((name) => [name, z.string().nullable()])) as Record<
        (typeof names)[number],
        z.ZodNullable<z.ZodString>
      >,
    ),
    dimensions: z.array(z.object({ name: z.string(), required_for: z.array(accountType) })),
    four_eyes: z.object({ entries: z.boolean() }),
    closed_through: day.nullable().meta({ description: 'The last closed day' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'AccountingSettings' });
