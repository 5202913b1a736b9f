import { z } from 'zod';
import { createdBy, flag, openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const properties = openMap.meta({
  type: 'object',
  additionalProperties: true,
  description: 'Values by property name',
  example: { name: 'Ada', email: 'ada@example.com' },
});

export const ObjectRecord = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    tenant_id: z.string(),
    properties,
    created_at: timestamp,
    updated_at: timestamp,
    created_by: createdBy,
    version: z.number().int().min(1),
    is_deleted: z.boolean().meta({ description: 'true while in the trash' }),
  })
  .meta({ id: 'Object' });

export const ObjectVersion = z
  .object({
    version: z.number().int(),
    object_id: z.string(),
    object_type_id: z.string(),
    properties,
    changed: z
      .array(z.string())
      .meta({ description: 'Properties that differ from the previous version' }),
    operation: z
      .enum(['create', 'update', 'delete', 'restore'])
      .meta({ description: 'The change that created this version' }),
    is_deleted: z.boolean(),
    created_at: timestamp,
    created_by: z.string().nullable(),
    tx_id: z.string(),
  })
  .meta({ id: 'ObjectVersion' });

export const BatchResults = z
  .object({
    results: z.array(
      z.object({
        index: z.number().int(),
        success: z.boolean(),
        id: z.string().optional(),
        version: z.number().int().optional(),
        error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
      }),
    ),
  })
  .meta({ id: 'BatchResults' });

export const batch = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .min(1)
    .max(100, { error: 'BATCH_TOO_LARGE' })
    .meta({ description: '1 to 100 items' });
export const objectIds = batch(z.string().min(1).max(100));
export const atomicQuery = z.object({
  atomic: flag.optional().meta({
    description:
      '`false` processes each item by itself and answers {results:[{index, success, id|error}]}',
  }),
});
