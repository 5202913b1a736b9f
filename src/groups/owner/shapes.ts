import { z } from 'zod';
import { openMap, timestamp } from '../../http/schemas.ts';
import { Announcement } from '../announcements/shapes.ts';
import { ErrorGroup } from '../errors/shapes.ts';

/** Money is never a number of JSON, which may lose cents on its way. */
export const money = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,4})?$/, 'must be a decimal number as a text, such as "19.90"')
  .meta({ description: 'With at most the decimal places of its currency', example: '19.90' });
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency of ISO 4217, such as USD')
  .meta({ example: 'USD' });

const limit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().optional();
const count = z.number().int().min(0).max(2_147_483_647).nullable().optional();
const budget = z.number().int().min(1).max(2_147_483_647).nullable().optional();

export const planLimits = z
  .object({
    api_calls: limit,
    storage_bytes: limit,
    objects: limit,
    object_types: count,
    users: count,
    webhooks: count,
    functions: count,
    rpm: budget,
    audit_days: z.number().int().min(1).max(3650).nullable().optional(),
    caused_writes: budget,
    caused_mails: budget,
    caused_calls: budget,
    mails_per_recipient: budget,
    mails_per_hour: budget,
  })
  .meta({ description: 'null means no limit' });

export const planFields = z.object({
  name: z.string().trim().min(1).max(100),
  description: z.string().max(2000).optional(),
  is_public: z.boolean().optional().meta({ description: 'Whether it is offered to tenants' }),
  currency: currency.optional(),
  price_month: money
    .nullable()
    .optional()
    .meta({ description: 'Price per seat; null: not for sale' }),
  price_year: money
    .nullable()
    .optional()
    .meta({ description: 'Price per seat; null: not for sale' }),
  price_ids: z
    .object({ month: z.string().max(200).optional(), year: z.string().max(200).optional() })
    .optional()
    .meta({ description: 'The ids of the prices at the payment provider' }),
  limits: planLimits.optional(),
});

export const Plan = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    is_public: z.boolean(),
    currency,
    price_month: money.nullable(),
    price_year: money.nullable(),
    price_ids: openMap,
    limits: planLimits,
    updated_at: timestamp,
  })
  .meta({ id: 'OwnerPlan' });

export const recordType = z.enum(['income', 'expense', 'refund', 'payout']);
export const category = z.string().trim().min(1).max(100);

export const recordFields = z.object({
  type: recordType,
  amount: money.regex(/[1-9]/, 'must be more than zero').meta({
    description: 'Never negative: the type gives the direction',
    example: '19.90',
  }),
  currency,
  category: category.nullable().optional(),
  tenant_id: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .meta({ description: 'The tenant concerned' }),
  description: z.string().max(2000).nullable().optional(),
  reference: z.string().max(200).nullable().optional(),
  occurred_at: timestamp.optional().meta({ description: 'Default: now' }),
});

export const AccountingRecord = z
  .object({
    id: z.string(),
    type: recordType,
    amount: money,
    currency,
    category: z.string().nullable(),
    tenant_id: z.string().nullable(),
    description: z.string().nullable(),
    reference: z.string().nullable(),
    occurred_at: timestamp,
    created_by: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AccountingRecord' });

const sum = z.string().meta({ example: '19.90' });

export const AccountingSummary = z
  .object({
    from: timestamp.nullable(),
    to: timestamp.nullable(),
    currencies: z.array(
      z.object({
        currency,
        count: z.number().int(),
        income: sum,
        expense: sum,
        refund: sum,
        payout: sum,
        balance: sum.meta({ description: 'Income minus the other three' }),
        by_category: z.array(
          z.object({
            category: z.string().nullable(),
            type: recordType,
            amount: sum,
            count: z.number().int(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'AccountingSummary' });

export const OwnerAnnouncement = Announcement.extend({
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: 'OwnerAnnouncement' });

export const OwnerError = ErrorGroup.extend({ tenant_id: z.string() }).meta({ id: 'OwnerError' });
