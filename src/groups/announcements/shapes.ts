import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const announcementLevel = z.enum(['info', 'warning', 'critical']);

export const Announcement = z
  .object({
    id: z.string(),
    title: z.string(),
    body: z.string(),
    level: announcementLevel,
    starts_at: timestamp,
    ends_at: timestamp.nullable(),
  })
  .meta({ id: 'Announcement' });

export const OwnerAnnouncement = Announcement.extend({
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: 'OwnerAnnouncement' });
