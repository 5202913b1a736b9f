import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const notifications: Group = {
  name: 'notifications',
  description: 'Messages to users: in the application, by mail and by text message.',
  routes,
  events: { notification: 'created updated deleted', notification_preference: 'updated deleted' },
  parameters: {
    notification_id: 'The id of a notification',
    channel: 'The channel: `in_app`, `email`, `sms`, `push` or `webhook`',
  },
  exports: {
    notifications: 'Your notifications',
    preferences: 'Your notification preferences',
  },
};
