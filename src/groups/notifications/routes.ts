import { z } from 'zod';
import { countedQuery, deleted, flag, page } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { category, channel, content, Notification, Preference } from './shapes.ts';

const own = '/v1/auth/notifications';
const preferences = `${own}/preferences`;

export const routes: Route[] = notImpersonated(
  [
    {
      id: 'notification.create',
      method: 'POST',
      path: '/v1/notifications',
      scope: 'write',
      permission: 'notifications:manage',
      summary: 'Notify users, or everyone who has a role',
      description:
        'Messages that a user has muted are not delivered. Mails and text messages are sent in the background. push and webhook exist as ' +
        'preferences for your own delivery: given as channels here, they are listed in not_delivered.',
      status: 201,
      body: content,
      returns: z.object({
        created: z.number().int().meta({ description: 'Notifications in the application' }),
        ids: z.array(z.string()),
        queued: z.number().int().meta({ description: 'Mails and text messages that will be sent' }),
        suppressed: z.number().int().meta({ description: 'Deliveries that users have muted' }),
        not_delivered: z
          .array(channel)
          .meta({ description: 'Channels that Insula does not deliver to' }),
      }),
      errors: ['NOT_FOUND', 'BATCH_TOO_LARGE'],
      example: {
        body: { role: 'user', type: 'news', title: 'New prices', channels: ['in_app', 'email'] },
      },
    },
    {
      id: 'notification.list',
      method: 'GET',
      path: own,
      isUncompressed: true,
      scope: 'user',
      summary: 'List your notifications, newest first',
      query: countedQuery.extend({
        unread: flag.optional().meta({ description: '`true`: only unread ones' }),
      }),
      returns: page(Notification),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'notification.update',
      method: 'PATCH',
      path: `${own}/:notification_id`,
      isUncompressed: true,
      scope: 'user',
      summary: 'Mark one of your notifications read or unread',
      body: z.object({ is_read: z.boolean() }),
      returns: Notification,
      example: { body: { is_read: true } },
    },
    {
      id: 'notification.read_all',
      method: 'POST',
      path: `${own}/read-all`,
      isUncompressed: true,
      scope: 'user',
      summary: 'Mark all your notifications read',
      returns: z.object({ updated: z.number().int() }),
    },
    {
      id: 'notification.delete',
      method: 'DELETE',
      path: `${own}/:notification_id`,
      isUncompressed: true,
      scope: 'user',
      summary: 'Delete one of your notifications',
      returns: deleted,
    },
    {
      id: 'notification_preference.list',
      method: 'GET',
      path: preferences,
      isUncompressed: true,
      scope: 'user',
      summary: 'List your notification preferences',
      description: 'A channel without a preference gets everything.',
      carriesHeaders: true,
      returns: z.array(Preference),
    },
    {
      id: 'notification_preference.set',
      method: 'PUT',
      path: preferences,
      isUncompressed: true,
      scope: 'user',
      summary: 'Set what you receive on a channel',
      description:
        'enabled false without categories mutes the channel, with categories it mutes those; enabled true with categories ' +
        'lets only those through.',
      body: z.object({
        channel,
        enabled: z.boolean().default(true),
        categories: z.array(category).max(100).default([]),
      }),
      returns: z.object({ updated: z.literal(true) }),
      example: { body: { channel: 'email', enabled: false, categories: ['news'] } },
    },
    {
      id: 'notification_preference.delete',
      method: 'DELETE',
      path: `${preferences}/:channel`,
      isUncompressed: true,
      scope: 'user',
      summary: 'Remove a notification preference',
      description: 'The channel gets everything again.',
      returns: deleted,
    },
  ],
  ['notification.create'],
);
