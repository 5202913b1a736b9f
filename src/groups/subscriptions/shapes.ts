import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { currency, money, plan } from '../plans/shapes.ts';

const count = z.number().int();
const states = ['trialing', 'active', 'past_due', 'canceled'] as const;
const interval = z.enum(['month', 'year']);
export const subscriptionStatus = z.enum(['none', 'incomplete', 'paused', ...states]);

export const OwnerSubscription = z
  .object({
    tenant_id: z.string(),
    tenant_name: z.string(),
    plan_tier: z.string(),
    status: subscriptionStatus,
    provider: z
      .enum(['stripe', 'mock'])
      .nullable()
      .meta({ description: 'null: paid outside a provider' }),
    customer_id: z.string().nullable(),
    subscription_id: z.string().nullable(),
    interval: interval.nullable(),
    seats: count,
    currency: currency.nullable(),
    price: money.nullable().meta({ description: 'Price per seat and interval, as bought' }),
    mrr: money.nullable(),
    current_period_start: timestamp.nullable(),
    current_period_end: timestamp.nullable(),
    cancel_at_period_end: z.boolean(),
    cancel_at: timestamp.nullable(),
    trial_end: timestamp.nullable(),
    past_due_since: timestamp.nullable(),
    started_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'OwnerSubscription' });

export const subscriptionChanges = z.object({
  plan_tier: plan.optional(),
  status: z.enum(states).optional().meta({
    description: '`canceled` also sets the plan to free, unless you send another',
  }),
  interval: interval.optional(),
  seats: count.min(1).max(100_000).optional(),
  price: money.optional().meta({ description: 'Price per seat and interval. Default: the plan’s' }),
  currency: currency
    .optional()
    .meta({ description: 'The currency of the price; required with a price' }),
  current_period_end: timestamp.optional(),
  cancel_at_period_end: z.boolean().optional(),
});
