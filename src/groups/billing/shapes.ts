import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const limit = z.number().int().nullable();

const Plan = z.object({
  plan_tier: z.string(),
  name: z.string(),
  description: z.string(),
  currency: z.string(),
  price_month: z
    .string()
    .nullable()
    .meta({ description: 'Price per seat; null: not sold by the month' }),
  price_year: z
    .string()
    .nullable()
    .meta({ description: 'Price per seat; null: not sold by the year' }),
  limits: z
    .object({
      api_calls: limit,
      storage_bytes: limit,
      objects: limit,
      object_types: limit,
      users: limit,
      webhooks: limit,
      functions: limit,
      rpm: limit,
      audit_days: limit,
    })
    .meta({ description: 'null: no limit' }),
});
export const Plans = z.object({ plans: z.array(Plan) });

export const Subscription = z
  .object({
    plan_tier: z.string(),
    status: z.enum(['none', 'trialing', 'active', 'past_due', 'canceled', 'incomplete', 'paused']),
    provider: z.enum(['stripe', 'mock']).nullable(),
    interval: z.enum(['month', 'year']).nullable(),
    seats: z.number().int(),
    current_period_start: timestamp.nullable(),
    current_period_end: timestamp.nullable(),
    cancel_at_period_end: z.boolean(),
    cancel_at: timestamp.nullable().meta({
      description: 'When it ends; null while it renews',
    }),
    trial_end: timestamp.nullable(),
    past_due_since: timestamp.nullable().meta({
      description: 'When a payment became overdue; 14 days later the limits of the plan free apply',
    }),
  })
  .meta({ id: 'Subscription' });

/** Where a browser continues. */
const target = z
  .string()
  .max(2000)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be a URL that starts with http:// or https://',
  );

export const checkoutBody = z.object({
  plan: z.string().min(1).max(50),
  interval: z.enum(['month', 'year']).default('month'),
  success_url: target,
  cancel_url: target.optional(),
  quantity: z.number().int().min(1).max(100_000).default(1).meta({ description: 'Seats' }),
});
export const Checkout = z.object({
  checkout_url: z.string(),
  session_id: z.string(),
  expires_at: timestamp,
});
export const portalBody = z.object({ return_url: target });
export const Portal = z.object({ url: z.string() });

const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string().nullable(),
  currency: z.string(),
  total: z.string(),
  amount_paid: z.string(),
  url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  created_at: timestamp,
});
export const Invoices = z.object({ invoices: z.array(Invoice) });
export const Received = z.object({ received: z.literal(true) });
