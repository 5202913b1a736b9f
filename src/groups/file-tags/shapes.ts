import { z } from 'zod';
import { createdBy, timestamp } from '../../ground/shapes/schemas.ts';
import { TagOfFile } from '../files/shapes.ts';

export const name = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .meta({ description: 'Unique, ignoring case', example: 'harbour' });
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i, 'must be #rrggbb or #rrggbbaa, such as #0080ff')
  .nullable()
  .optional();

export const FileTag = TagOfFile.extend({
  id: z.string(),
  file_count: z.number().int().meta({
    description: 'How many files with it you can see, not counting the trash; up to 10,000',
  }),
  created_by: createdBy,
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: 'FileTag' });
