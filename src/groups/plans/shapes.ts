import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

/** The id of a plan; which there are, the database says. */
export const plan = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,49}$/,
    'must be the id of a plan: a lowercase letter, then up to 49 lowercase letters, digits, _ or -',
  )
  .meta({ description: 'The id of a plan: GET /owner/plans lists them', example: 'pro' });

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
    sandboxes: count,
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
