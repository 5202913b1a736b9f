import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { accountName, code, decimal } from './shapes.ts';

const category = z.enum([
  'standard',
  'zero',
  'exempt',
  'export',
  'outside',
  'reverse_charge',
  'intra_community',
]);
const percent = decimal(
  /^\d{1,3}(\.\d{1,4})?$/,
  'must be a percentage from 0 to 100 of at most 4 decimals, as a text such as "19"',
  '19',
).refine((value) => Number(value) >= 0 && Number(value) <= 100, 'must be from 0 to 100');
const account = (description: string) =>
  accountName.nullable().optional().meta({ description, example: null });
const reason = z.string().trim().min(1).max(500).nullable().optional();

const fields = {
  code,
  name: z.string().trim().min(1).max(200),
  rate: percent.meta({ description: 'In percent' }),
  category: category.meta({
    description: 'As EN 16931 tells them apart; in zero, exempt, export and outside the rate is 0',
  }),
  is_compound: z.boolean().optional().meta({
    description: 'Calculated on the base and the taxes before it',
  }),
  account_id: account('Where tax on sales is credited: the id or code of an asset or liability'),
  input_account_id: account('Where tax on purchases is debited: the same'),
  exemption_reason: reason.meta({ description: 'The text of documents where no tax is charged' }),
  is_active: z.boolean().optional(),
};

export const taxRateBody = z.object(fields).meta({ id: 'TaxRateFields' });
export const taxRateChange = taxRateBody.partial().meta({ id: 'TaxRateChanges' });

export const TaxRate = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    rate: z.string().meta({ example: '19' }),
    category,
    is_compound: z.boolean(),
    account_id: z.string().nullable(),
    input_account_id: z.string().nullable(),
    exemption_reason: z.string().nullable(),
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TaxRate' });

/** One of a chart: its accounts are codes. */
export const ChartTaxRate = TaxRate.pick({
  code: true,
  name: true,
  rate: true,
  category: true,
  is_compound: true,
  account_id: true,
  input_account_id: true,
  exemption_reason: true,
});
