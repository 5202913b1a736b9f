import { z } from 'zod';

/** Shapes that several groups share. */

export const timestamp = z.iso
  .datetime({ offset: true })
  .meta({ description: 'ISO 8601 in UTC', example: '2026-11-20T18:23:00.123456+00:00' });

export const deleted = z.object({ id: z.string().optional(), deleted: z.literal(true) });

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Page size' }),
  cursor: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .meta({ description: '`next_cursor` of the page before' }),
});

export const offsetQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Page size' }),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ description: 'Rows to skip' }),
});

export const confirmQuery = z.object({
  force: z
    .enum(['true', 'false'])
    .transform((force) => force === 'true')
    .optional()
    .meta({ description: '`true` together with a confirm_token deletes for good' }),
  confirm_token: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'From the 409 DEPENDENCY_EXISTS before; single use, 5 minutes' }),
});

/** A flag in a query: `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** One page of a list that is read by cursor. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
    total: z.number().int(),
  });
