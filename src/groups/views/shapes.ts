import { z } from 'zod';
import { createdBy, timestamp } from '../../ground/shapes/schemas.ts';
import { filters } from '../objects/search-shapes.ts';

const order = z.enum(['asc', 'desc']);
const visibility = z
  .enum(['private', 'shared'])
  .meta({ description: 'private: only its creator sees it (for keys: every key); default shared' });
export const name = z.string().min(1).max(200);

export const View = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    name: z.string(),
    filters: z.array(z.unknown()),
    sort: z.object({ property: z.string(), order }).nullable(),
    columns: z.array(z.string()).meta({ description: 'Empty: all properties' }),
    is_default: z.boolean(),
    visibility,
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'View' });

export const settings = z.object({
  filters,
  sort: z
    .object({ property: z.string().min(1).max(100), order: order.optional() })
    .nullable()
    .optional()
    .meta({ description: 'A property or system field; null: newest first' }),
  columns: z
    .array(z.string().min(1).max(100))
    .max(200)
    .optional()
    .meta({ description: 'Properties and system fields, in the order to show them' }),
  is_default: z.boolean().optional().meta({
    description: 'At most one view of a type is the default: setting it unsets the previous one',
  }),
  visibility: visibility.optional(),
});
