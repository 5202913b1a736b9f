import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const shown = {
  id: z.string(),
  title: z.string(),
  body: z.string(),
  starts_at: timestamp,
  ends_at: timestamp.nullable().meta({ description: 'null: until it is deleted' }),
};

export const UserAnnouncement = z
  .object({
    ...shown,
    roles: z.array(z.string()).nullable().meta({ description: 'null: every user sees it' }),
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'User id; null when made with an API key' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'UserAnnouncement' });

/** An announcement as its readers see it. */
export const ShownAnnouncement = z
  .object({
    ...shown,
    read_at: timestamp.nullable().meta({ description: 'null: you have not marked it read' }),
  })
  .meta({ id: 'ShownAnnouncement' });

/** The fields of an announcement that a client can set. */
export const fields = z.object({
  title: z.string().trim().min(1).max(200),
  body: z
    .string()
    .max(10_000)
    .optional()
    .meta({ description: 'Stored as it is: escape it, or render Markdown with an allow-list' }),
  roles: z
    .array(z.string().min(1).max(63))
    .min(1)
    .max(50)
    .nullable()
    .optional()
    .meta({ description: 'Users with one of these roles see it; null: every user' }),
  starts_at: timestamp.optional().meta({ description: 'Default: now' }),
  ends_at: timestamp.nullable().optional().meta({ description: 'null: until it is deleted' }),
});
