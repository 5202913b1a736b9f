import { z } from 'zod';
import { timestamp } from '../../http/schemas.ts';
import { plan } from '../platform/shapes.ts';
import { currency, money } from './shapes.ts';

const count = z.number().int();
const days = z.array(z.object({ date: z.iso.date(), count }));
const churn = z.number().meta({
  description:
    'The share of the subscriptions at the start of the period that have ended since, 0 to 1',
});

export const ownerPeriod = z.enum(['24h', '7d', '30d', '90d', '12m']).default('30d').meta({
  description:
    'The last 24 hours; a number of days (UTC), including today; or twelve months, including this one',
});

const span = { period: z.string(), from: timestamp, to: timestamp };

export const OwnerStats = z
  .object({
    ...span,
    tenants: count,
    active_tenants: count.meta({ description: 'Tenants with a call in the period' }),
    currency,
    mrr: money.meta({
      description: 'Monthly recurring revenue: price × seats, yearly prices ÷ 12',
    }),
    arr: money,
    churn,
    signups_by_day: days,
    storage_bytes: count,
    api_calls: count.meta({ description: 'Authenticated calls on the days of the period' }),
    top_tenants: z
      .array(
        z.object({
          tenant_id: z.string(),
          name: z.string(),
          plan_tier: z.string(),
          api_calls: count,
          storage_bytes: count,
        }),
      )
      .meta({ description: 'The ten with the most calls in the months of the period' }),
  })
  .meta({ id: 'OwnerStats' });

export const Revenue = z
  .object({
    ...span,
    churn,
    currencies: z.array(
      z.object({
        currency,
        mrr: money,
        arr: money,
        subscriptions: count.meta({ description: 'Subscriptions that are paid or overdue' }),
        seats: count,
        trials: count,
        past_due_mrr: money.meta({ description: 'The part of the MRR that is overdue' }),
        new_mrr: money.meta({ description: 'The part of the MRR that started in the period' }),
        lost_mrr: money.meta({ description: 'The MRR that ended in the period' }),
        by_plan: z.array(
          z.object({ plan_tier: z.string(), mrr: money, subscriptions: count, seats: count }),
        ),
      }),
    ),
  })
  .meta({ id: 'OwnerRevenue' });

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
