import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { currency, money } from '../plans/shapes.ts';

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
