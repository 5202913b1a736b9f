import { z } from 'zod';

/** Shapes that several groups share. */

export const timestamp = z.iso
  .datetime({ offset: true })
  .meta({ description: 'ISO 8601 in UTC', example: '2026-11-20T18:23:00.123456+00:00' });

/**
 * Only ASCII, so that no letter is a lookalike of one in another address; app.email_value does the same for properties.
 * At most 64 characters before the @, and 63 between two points.
 */
const emailPattern =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** An email address. */
export const emailAddress = z.email({ pattern: emailPattern }).max(254);

export const deleted = z
  .object({ id: z.string().optional(), deleted: z.literal(true) })
  .meta({ id: 'Deleted' });

/** Many records that went to the trash or for good, that came back from there, and a trash that is empty now. */
export const batchDeleted = z
  .object({ deleted: z.array(z.string()), count: z.number().int() })
  .meta({ id: 'BatchDeleted' });
export const batchRestored = z
  .object({ restored: z.array(z.string()), count: z.number().int() })
  .meta({ id: 'BatchRestored' });
export const trashEmptied = deleted
  .extend({ count: z.number().int() })
  .meta({ id: 'TrashEmptied' });

/**
 * A whole number in a query, in digits and nothing else: `Number()` would take an empty text for 0, and 0x10 for 16.
 * @param fallback when it is left out; none makes it optional
 */
export function wholeNumber(min: number, max: number, description: string, fallback?: number) {
  const fault = `must be a whole number from ${min} to ${max}`;
  const number = z.number(fault).int(fault).min(min, fault).max(max, fault);
  return z
    .preprocess(
      (text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text),
      fallback === undefined ? number.optional() : number.default(fallback),
    )
    .meta({ description });
}

const pageSize = wholeNumber(1, 100, 'Page size', 20);

/** A JSON object of the caller's own, kept as it came: names such as __proto__ are data here, so nothing copies it. */
export const openMap = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .meta({ type: 'object', additionalProperties: true });

/** ISO 3166: which of them exist, the database knows. */
export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be the two-letter code of a country, such as DE');

/** The field of a change to a record that has a version number. */
export const expectedVersion = z.number().int().min(1).optional().meta({
  description: 'The expected version: answers 409 if the record has another',
});

/** The body of what is done only to one version. */
export const ofVersion = z.object({ version: expectedVersion }).meta({ id: 'ExpectedVersion' });

export const createdBy = z
  .string()
  .nullable()
  .meta({ description: 'User id; null if created with an API key' });

const cursorText = z.string().min(1).max(4000);
const ofPageBefore = { description: '`next_cursor` of the previous page' };
/** Where a page of a list begins: in a query, and in a body, where null is the beginning. */
export const cursor = cursorText.optional().meta(ofPageBefore);
export const nullableCursor = cursorText.nullable().optional().meta(ofPageBefore);

export const pageQuery = z.object({ limit: pageSize, cursor });

/** `?count=` of lists with a total. */
export const counted = z.enum(['exact', 'none']).optional().meta({
  description: '`none` leaves the total out and counts nothing; `exact` counts up to 10,000',
});

/** The query of lists that give a total. */
export const countedQuery = pageQuery.extend({ count: counted });

export const sortBy = z.string().min(1).max(100).optional().meta({
  description:
    'A property, or id, created_at, updated_at, created_by or version. Indexed properties are fast',
});

export const sortOrder = z
  .enum(['asc', 'desc'])
  .optional()
  .meta({ description: 'Default desc, or asc if sort is given' });

export const offsetQuery = z.object({
  limit: pageSize,
  offset: wholeNumber(0, 1_000_000_000, 'Rows to skip', 0),
});

/** The query of lists by time. */
export const periodQuery = {
  from: timestamp.optional().meta({ description: 'At or after this moment' }),
  to: timestamp.optional().meta({ description: 'Before this moment' }),
};

/** How many there are, where counting them all may take too long. */
export const total = {
  total: z.number().int().meta({
    description: 'Exact up to 10,000, or up to 1,000 with several filters',
  }),
  total_relation: z.enum(['eq', 'gte']).meta({ description: '`gte`: there are more than `total`' }),
};

/** The records that are deleted together with a record, counted by type. */
export const dependencies = z
  .object({
    dependencies: z.array(
      z.object({ type: z.string(), count: z.number().int(), label: z.string() }),
    ),
  })
  .meta({ id: 'Dependencies' });

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
    .meta({ description: 'From the preceding 409 DEPENDENCY_EXISTS; single use, 5 minutes' }),
});

/** A flag in a query: `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** One page of a list that is read by cursor: that of a `Comment` is a `CommentPage`. */
export const page = <T extends z.ZodType>(item: T) => {
  const id = z.globalRegistry.get(item)?.id;
  const shape = z.object({
    results: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
    total: z.number().int().nullable().meta({ description: 'null with count `none`' }),
    total_relation: z.enum(['eq', 'gte']).optional().meta({
      description: '`gte`: there are more than `total`. Absent where all are counted, or none',
    }),
  });
  return id === undefined ? shape : shape.meta({ id: `${id}Page` });
};
