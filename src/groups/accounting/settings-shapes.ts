import { z } from 'zod';
import { emailAddress, timestamp } from '../../ground/shapes/schemas.ts';
import { accountType } from './account-shapes.ts';
import { isIban } from './iban.ts';
import { accountName, currency, day } from './shapes.ts';

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
const seriesShown = series.extend({ format: z.string() });
const rounding = z.enum(['document', 'line']);
const language = z.enum(['en', 'de']).meta({ description: 'Of documents and their mails' });
const paper = z.enum(['a4', 'letter']).meta({ description: 'Of documents' });
const within = (min: number, max: number) =>
  z.number().int().min(min).max(max, `must be a whole number from ${min} to ${max}`);
const paymentDays = within(0, 365).meta({ description: 'When invoices are due', example: 14 });
const retentionYears = within(6, 30).meta({
  description: 'How long texts of documents are kept after their fiscal year',
  example: 10,
});

const short = z.string().trim().min(1).max(200).nullable().optional();
/** Codes that are set aside for other uses, or for parts of countries. */
const noCountry = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ|AC|CP|CQ|DG|EA|EU|EZ|IC|TA|UK|UN)$/;
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine(
    (text) => /^[A-Z]{2}$/.test(text) && !noCountry.test(text) && regions.of(text) !== undefined,
    'must be a country of ISO 3166, such as DE',
  )
  .nullable()
  .optional()
  .meta({ example: 'DE' });
const iban = z
  .string()
  .transform((text) => text.replaceAll(' ', ''))
  .refine(isIban, 'must be an IBAN, with its check digits')
  .nullable()
  .optional()
  .meta({ example: 'DE02120300000000202051' });
const company = z
  .object({
    name: short,
    address: z
      .object({
        line1: short,
        line2: short,
        postal_code: short,
        city: short,
        region: short,
        country,
      })
      .optional(),
    vat_id: short,
    tax_number: short,
    registration: short,
    email: emailAddress.nullable().optional(),
    phone: short,
    website: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .nullable()
      .optional(),
    iban,
    bic: z
      .string()
      .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters')
      .nullable()
      .optional(),
    bank_name: short,
    logo_file_id: z.string().min(1).max(200).nullable().optional(),
  })
  .meta({ description: 'Printed on documents; null removes a member' });
const kept = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, z.string().optional()]));
const companyShown = z
  .object({
    ...kept(Object.keys(company.shape)),
    address: z.object(kept(Object.keys(company.shape.address.unwrap().shape))).optional(),
  })
  .meta({ description: 'As it was sent, without what is null' });
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
  rounding: rounding.optional().meta({
    description: 'How tax is rounded: of a document as a whole, or of each line',
  }),
  payment_terms_days: paymentDays.optional(),
  language: language.optional(),
  paper: paper.optional(),
  numbering: z
    .object({
      journal_entry: series.optional(),
      invoice: series.optional(),
      credit_note: series.optional(),
      expense: series.optional(),
    })
    .optional()
    .meta({ description: 'No two of them may be able to make the same number' }),
  accounts: z
    .object(
      Object.fromEntries(names.map((name) => [name, accountName.nullable().optional()])) as Record<
        (typeof names)[number],
        z.ZodOptional<z.ZodNullable<typeof accountName>>
      >,
    )
    .optional()
    .meta({ description: 'Default accounts, by id or code' }),
  company: company.optional(),
  dimensions: z
    .array(dimension)
    .max(3)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'must have different names',
    )
    .optional(),
  expense_approval: z.boolean().optional().meta({ description: 'Whether expenses are approved' }),
  four_eyes: z
    .object({ entries: z.boolean().optional(), expenses: z.boolean().optional() })
    .optional()
    .meta({ description: 'Another person than the one who wrote it posts or approves it' }),
  retention_years: retentionYears.optional(),
});

export const AccountingSettings = z
  .object({
    base_currency: z.string(),
    fiscal_year_start: z.string(),
    timezone: z.string(),
    rounding,
    payment_terms_days: z.number().int(),
    language,
    paper,
    numbering: z.object({
      journal_entry: seriesShown,
      invoice: seriesShown,
      credit_note: seriesShown,
      expense: seriesShown,
    }),
    accounts: z.object(
      Object.fromEntries(names.map((name) => [name, z.string().nullable()])) as Record<
        (typeof names)[number],
        z.ZodNullable<z.ZodString>
      >,
    ),
    company: companyShown,
    dimensions: z.array(z.object({ name: z.string(), required_for: z.array(accountType) })),
    expense_approval: z.boolean(),
    four_eyes: z.object({ entries: z.boolean(), expenses: z.boolean() }),
    retention_years: z.number().int(),
    closed_through: day.nullable().meta({ description: 'The last closed day' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'AccountingSettings' });
