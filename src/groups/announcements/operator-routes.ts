import { z } from 'zod';
import { futureMoment } from '../../ground/schedules/cron.ts';
import { deleted, offsetQuery, timestamp, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { announcementLevel, OwnerAnnouncement } from './shapes.ts';

const list = '/owner/announcements';
const one = `${list}/:announcement_id`;

const end = { description: 'null: until it is deleted. Must be in the future for a new one' };
const fields = z.object({
  title: z.string().trim().min(1).max(200),
  body: z.string().max(10_000).optional(),
  level: announcementLevel,
  starts_at: timestamp.optional().meta({ description: 'Default: now' }),
  ends_at: timestamp.nullable().optional().meta(end),
});

export const operatorRoutes: Route[] = [
  {
    id: 'announcement.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'List announcements, latest start first',
    query: offsetQuery,
    returns: z
      .object({ announcements: z.array(OwnerAnnouncement), ...total })
      .meta({ id: 'OwnerAnnouncementList' }),
  },
  {
    id: 'announcement.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'owner:write',
    status: 201,
    summary: 'Create an announcement',
    description: 'GET /v1/announcements shows it to them from `starts_at` to `ends_at`.',
    body: fields.extend({
      level: announcementLevel.default('info'),
      ends_at: futureMoment.nullable().optional().meta(end),
    }),
    isVersioned: true,
    returns: OwnerAnnouncement,
    example: { body: { title: 'Maintenance on Sunday', level: 'warning' } },
  },
  {
    id: 'announcement.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'Get an announcement',
    isVersioned: true,
    returns: OwnerAnnouncement,
  },
  {
    id: 'announcement.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    summary: 'Change an announcement',
    body: fields.partial(),
    isVersioned: true,
    returns: OwnerAnnouncement,
    example: { body: { level: 'critical' } },
  },
  {
    id: 'announcement.delete',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    summary: 'Delete an announcement',
    isConditional: true,
    returns: deleted,
  },
];
