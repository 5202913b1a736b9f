import { z } from 'zod';
import { countedQuery, deleted, flag, page, timestamp } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { fields, ShownAnnouncement, UserAnnouncement } from './shapes.ts';

const permission = 'user_announcements:manage';
const list = '/v1/user-announcements';
const one = `${list}/:user_announcement_id`;
/** Beside the other things of the account that a user finds there. */
const own = '/v1/auth/announcements';
const mark = `${own}/:user_announcement_id/read`;

const marked = z
  .object({ id: z.string(), read_at: timestamp.nullable() })
  .meta({ id: 'AnnouncementRead' });

export const routes: Route[] = [
  {
    id: 'user_announcement.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List announcements to users, newest first',
    query: countedQuery,
    returns: page(UserAnnouncement),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'user_announcement.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Announce something to users',
    description: 'Up to 100 announcements can be open, that is, not ended, at a time.',
    body: fields,
    isVersioned: true,
    returns: UserAnnouncement,
    errors: ['INVALID_STATE'],
    example: {
      body: {
        title: 'Maintenance on Sunday',
        body: 'From 6 to 8 in the morning.',
        roles: ['user'],
        ends_at: '2027-01-10T08:00:00Z',
      },
    },
  },
  {
    id: 'user_announcement.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get an announcement to users',
    isVersioned: true,
    returns: UserAnnouncement,
  },
  {
    id: 'user_announcement.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change an announcement to users',
    description: 'Users who have read it are not shown it as unread again.',
    body: fields.partial(),
    isVersioned: true,
    returns: UserAnnouncement,
    errors: ['INVALID_STATE'],
    example: { body: { ends_at: '2027-01-10T09:00:00Z' } },
  },
  {
    id: 'user_announcement.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete an announcement to users',
    description: 'Its read marks are deleted as well.',
    isConditional: true,
    returns: deleted,
  },
  {
    id: 'user_announcement.reads',
    method: 'GET',
    path: `${one}/reads`,
    scope: 'read',
    permission,
    summary: 'List readers of an announcement, newest users first',
    query: countedQuery,
    returns: page(z.object({ user_id: z.string(), read_at: timestamp })),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'user_announcement.current',
    method: 'GET',
    path: own,
    scope: 'user',
    summary: 'List current announcements for you, latest first',
    description:
      'Announcements that have started and not ended, for every user or for one of your roles.',
    query: z.object({
      unread: flag.optional().meta({ description: '`true`: only unread ones' }),
    }),
    carriesHeaders: true,
    returns: z.array(ShownAnnouncement),
  },
  {
    id: 'user_announcement.read',
    method: 'PUT',
    path: mark,
    scope: 'user',
    summary: 'Mark an announcement read',
    description: 'Repeated, it keeps the first `read_at`.',
    returns: marked,
  },
  {
    id: 'user_announcement.unread',
    method: 'DELETE',
    path: mark,
    scope: 'user',
    summary: 'Mark an announcement unread',
    returns: marked,
  },
  {
    id: 'user_announcement.read_all',
    method: 'POST',
    path: `${own}/read-all`,
    scope: 'user',
    summary: 'Mark all current announcements read',
    returns: z.object({ updated: z.number().int() }),
  },
];
