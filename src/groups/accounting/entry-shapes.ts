import { z } from 'zod';
import { countedQuery, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import {
  accountName,
  amount,
  by,
  currency,
  day,
  fileIds,
  metadata,
  money,
  rate,
} from './shapes.ts';

const status = z.enum(['draft', 'posted', 'reversed']);
export const reference = z.string().min(1).max(200);

const line = z.object({
  account_id: accountName,
  debit: amount.optional(),
  credit: amount.optional(),
  currency: currency.optional().meta({ description: 'Default: that of the entry', example: 'EUR' }),
  base_amount: amount.optional().meta({
    description: 'In the base currency, where the line has another one; otherwise its rate is used',
  }),
  memo: z.string().max(500).nullable().optional(),
  object: z
    .object({ type: z.string().min(1).max(200), id: z.string().min(1).max(200) })
    .nullable()
    .optional()
    .meta({ description: 'An object that the line is about', example: null }),
  dimensions: z.record(z.string(), z.string().min(1).max(64)).optional(),
});

const fields = {
  date: day,
  description: z.string().max(2000).nullable().optional(),
  currency: currency.optional().meta({ description: 'Default: the base currency', example: 'EUR' }),
  exchange_rate: rate.optional().meta({
    description: 'Units of the base currency for 1 unit; default: the rate of the date',
  }),
  lines: z.array(line).max(1000),
  attachments: fileIds.optional(),
  metadata: metadata.optional(),
};

export const entryBody = z
  .object({
    ...fields,
    reference: reference.optional().meta({
      description:
        'Unique for ever: the same request again answers 200 with the first entry, another one 409',
    }),
    status: z.enum(['draft', 'posted']).optional(),
  })
  .meta({ id: 'JournalEntryFields' });

export const entryChange = z
  .object({
    ...fields,
    date: day.optional(),
    currency: currency.optional().meta({
      description: 'Lines in the present currency keep their amounts and take the new one',
      example: 'EUR',
    }),
    exchange_rate: rate.nullable().optional().meta({
      description: 'null, and without one when `currency` changes: the rate of the date',
    }),
    lines: fields.lines.optional(),
  })
  .meta({ id: 'JournalEntryChanges' });

export const reversalBody = z.object({
  date: day.optional().meta({ description: 'Default: that of the entry; never before it' }),
  reason: z.string().min(1).max(500),
});

export const entryQuery = countedQuery.extend({
  status: status.optional(),
  from: day.optional().meta({ description: 'The first date', example: '2026-01-01' }),
  to: day.optional().meta({ description: 'The last date', example: '2026-12-31' }),
  account_id: accountName
    .optional()
    .meta({ description: 'Posted entries with a line of this account, by its id or code' }),
  reference: reference.optional(),
  number: z.string().min(1).max(100).optional(),
  source_type: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The kind of document that has posted it', example: 'invoice' }),
  source_id: z.string().min(1).max(200).optional(),
  search: z.string().min(1).max(200).optional().meta({ description: 'In the description' }),
});

const text = z.string().nullable();

export const JournalEntry = z
  .object({
    id: z.string(),
    number: text,
    sequence: z.number().int().nullable(),
    fiscal_year: z.number().int().nullable(),
    status,
    date: day,
    description: text,
    reference: text,
    currency: z.string(),
    exchange_rate: text,
    lines: z.array(
      z.object({
        id: z.string(),
        line_no: z.number().int(),
        account_id: z.string(),
        account_code: z.string(),
        account_name: z.string(),
        currency: z.string(),
        debit: money,
        credit: money,
        base_debit: money,
        base_credit: money,
        memo: text,
        object: z.object({ type: z.string(), id: z.string() }).nullable(),
        dimensions: openMap,
      }),
    ),
    total: money.meta({ description: 'The debits of the lines in the currency of the entry' }),
    base_total: money.meta({ description: 'The debits of all lines in the base currency' }),
    reversal_of: text,
    reversed_by: text,
    reason: text,
    source: z.object({ type: z.string(), id: z.string() }).nullable(),
    attachments: z.array(z.string()),
    metadata: openMap,
    created_at: timestamp,
    created_by: by,
    updated_at: timestamp,
    posted_at: timestamp.nullable(),
    posted_by: by,
  })
  .meta({ id: 'JournalEntry' });
