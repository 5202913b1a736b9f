import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const channel = z.enum(['in_app', 'email', 'sms', 'push', 'webhook']);
export const category = z.string().min(1).max(100);

export const Notification = z
  .object({
    id: z.string(),
    user_id: z.string(),
    type: z.string(),
    title: z.string(),
    body: z.string().nullable(),
    is_read: z.boolean(),
    metadata: openMap.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Notification' });

export const Preference = z
  .object({ channel, enabled: z.boolean(), categories: z.array(z.string()) })
  .meta({ id: 'NotificationPreference' });
const maxMetadataBytes = 10_240;

export const content = z
  .object({
    user_ids: z.array(z.string().max(100)).min(1).max(1000).optional(),
    role: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .meta({ description: 'Instead of user_ids: all users with this role, up to 10,000' }),
    type: category.meta({ description: 'The category that preferences refer to' }),
    title: z.string().min(1).max(300),
    body: z.string().max(10_000).nullable().optional(),
    metadata: openMap
      .nullable()
      .refine(
        (map) => Buffer.byteLength(JSON.stringify(map)) <= maxMetadataBytes,
        'must not be larger than 10 KB',
      )
      .optional(),
    channels: z.array(channel).min(1).max(5).optional().meta({ description: 'Default in_app' }),
  })
  .refine(({ user_ids, role }) => (user_ids === undefined) !== (role === undefined), {
    message: 'must be given, or role instead, but not both',
    path: ['user_ids'],
  });
