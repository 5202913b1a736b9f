import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { accountName, code, currency, day, metadata, money, signedAmount } from './shapes.ts';

export const accountType = z.enum(['asset', 'liability', 'equity', 'revenue', 'expense']);
export const side = z.enum(['debit', 'credit']);
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
