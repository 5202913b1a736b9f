import { z } from 'zod';
import { openMap } from '../../ground/shapes/schemas.ts';

/** Shapes that all of accounting shares. */

const wholeNumber = z.number().int();

/** A decimal that is a text, or a JSON integer, which is exact; the database reads its digits. */
export const decimal = (pattern: RegExp, expectation: string, example: string) =>
  z.union([z.string().regex(pattern, expectation), wholeNumber], expectation).meta({ example });

/** An amount that is not negative. More decimals than its currency has are refused by the database. */
export const amount = decimal(
  /^\d{1,18}(\.\d{1,30})?$/,
  'must be a decimal number without a sign, of at most 18 digits before the point, as a text such as "19.90"',
  '1190.00',
).refine((value) => typeof value === 'string' || value >= 0, 'must not be negative');

export const signedAmount = decimal(
  /^-?\d{1,18}(\.\d{1,30})?$/,
  'must be a decimal number of at most 18 digits before the point, as a text such as "-19.90"',
  '0.00',
);

export const rate = decimal(
  /^\d{1,18}(\.\d{1,10})?$/,
  'must be a decimal number of at most 10 decimals, as a text such as "0.9137"',
  '0.9137',
).refine((value) => !(Number(value) <= 0), 'must be more than zero');

export const money = z.string().meta({ example: '1190.00' });

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency of ISO 4217, such as USD')
  .meta({ example: 'EUR' });

const isDay = /^\d{4}-/;

export const day = z.iso
  .date()
  .refine(
    (text) => !isDay.test(text) || (text >= '1900' && text < '2200'),
    'must be from 1900 to 2199',
  )
  .meta({ example: '2026-03-01' });

export const code = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/,
    'must be 1 to 20 letters, digits, points, hyphens or underscores, the first a letter or digit',
  )
  .meta({ example: '1400' });

/** An account in a body: its id or its code. */
export const accountName = z.string().min(1).max(100).meta({
  description: 'The id or the code of an account',
  example: '1400',
});

export const metadata = openMap.refine(
  (map) => Buffer.byteLength(JSON.stringify(map)) <= 10_240,
  'must not be larger than 10 KB',
);

export const fileIds = z.array(z.string().min(1).max(200)).max(20);

export const by = z.string().nullable().meta({ description: 'The id of a user or an API key' });
