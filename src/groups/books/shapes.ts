import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { currency, money } from '../plans/shapes.ts';

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

export const BookRecord = z
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
  .meta({ id: 'BookRecord' });

const sum = z.string().meta({ example: '19.90' });

export const BooksSummary = z
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
  .meta({ id: 'BooksSummary' });
