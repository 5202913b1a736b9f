import { z } from 'zod';
import { createdBy, timestamp } from '../../ground/shapes/schemas.ts';
import { fileAccess } from '../files/shapes.ts';

export const id = z.string().min(1).max(200);
export const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .meta({ example: 'For the brochure' });
export const description = z.string().max(2000).nullable().optional();
export const cover = id
  .nullable()
  .optional()
  .meta({ description: 'A file that you can see, in the collection or not; null for none' });

export const Collection = z
  .object({
    id: z.string(),
    collection_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    cover_file_id: z.string().nullable().meta({
      description: 'Also null while the file is in the trash, and for callers who cannot see it',
    }),
    item_count: z
      .number()
      .int()
      .meta({ description: 'How many of its files you can see, not counting the trash' }),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'FileCollection' });

export const CollectionItem = z
  .object({
    file_id: z.string(),
    filename: z.string(),
    mime_type: z.string(),
    size_bytes: z.number().int(),
    access: fileAccess,
    folder: z.string(),
    created_at: timestamp,
    sort_order: z.number().int(),
    added_at: timestamp,
  })
  .meta({ id: 'FileCollectionItem' });
