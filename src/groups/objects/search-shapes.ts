import { z } from 'zod';
import { checkFilterMembers } from '../../ground/shapes/filter-members.ts';
import {
  counted,
  nullableCursor,
  openMap,
  sortBy,
  sortOrder,
} from '../../ground/shapes/schemas.ts';
import { FileRecord } from '../files/shapes.ts';

/** Filters are checked where they are understood, in the database: app.compile_filter. */
export const filters = z
  .union([z.array(z.unknown()), openMap])
  .superRefine(checkFilterMembers)
  .optional()
  .meta({
    description:
      'Conditions {property, operator, value}; an array means "and". Groups: {and: […]}, {or: […]}, {not: …}. See docs/data/filters.md',
    example: [{ property: 'status', operator: 'eq', value: 'open' }],
  });

export const fullText = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .meta({ description: 'Words anywhere in the text of the object; "a phrase", or, -without' });

/** Of a property, a path into one, or a system field. */
export const memberName = z.string().min(1).max(200);

export const Metric = z
  .object({
    fn: z.enum(['count', 'sum', 'avg', 'min', 'max', 'distinct']),
    property: memberName.optional().meta({
      description: 'Without one, `count` counts the objects; the other functions need one',
    }),
    as: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Its name in the rows; default `count`, `sum_price`' }),
  })
  .meta({ id: 'Metric' });

export const interval = z.enum(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']);
export const timezone = z.string().min(1).max(100);

export const columns = z.array(z.string().min(1).max(100)).min(1).max(200);

/** The input and output of a search; `record` is an object as the API shows it. */
export function searchShapes<T extends z.ZodObject>(record: T) {
  const searchBody = z.object({
    filters,
    query: fullText,
    sort: sortBy,
    order: sortOrder,
    limit: z.number().int().min(1).max(100).default(20),
    cursor: nullableCursor,
    count: counted,
    properties: columns.optional().meta({ description: 'Only these properties of each object' }),
    include: z
      .array(z.enum(['associations', 'files']))
      .max(2)
      .optional()
      .meta({ description: 'Up to 100 of each, with every object' }),
    highlight: z
      .boolean()
      .optional()
      .meta({ description: 'With `query`: excerpts as HTML, the words in <mark>' }),
  });
  const searchPage = z
    .object({
      results: z.array(
        record
          .extend({
            highlight: z.record(z.string(), z.string()).optional(),
            associations: z.array(z.looseObject({})).optional(),
            files: z.array(FileRecord).optional(),
          })
          .meta({ id: 'FoundObject' }),
      ),
      next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
      total: z.number().int().nullable().meta({ description: 'null with count `none`' }),
      total_relation: z
        .enum(['eq', 'gte'])
        .optional()
        .meta({ description: '`gte`: there are more. Absent without a total' }),
    })
    .meta({ id: 'FoundObjectPage' });
  return { searchBody, searchPage };
}
