import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const userAnnouncements: Group = {
  name: 'user-announcements',
  description:
    'Announcements to your users, by role and for a period, with read marks. See docs/work/announcements.md.',
  routes,
  events: { user_announcement: 'created updated deleted' },
  parameters: { user_announcement_id: 'The id of an announcement to users' },
  exports: {
    user_announcements: 'Announcements to users that you created',
    user_announcement_reads: 'Announcements that you have read, and when',
  },
};
