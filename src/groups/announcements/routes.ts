import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { Announcement } from './shapes.ts';

export const routes: Route[] = [
  {
    id: 'announcement.current',
    method: 'GET',
    path: '/v1/announcements',
    scope: 'read',
    summary: 'List current announcements',
    description: 'Announcements that have started and not ended, latest first, up to 100.',
    carriesHeaders: true,
    returns: z.array(Announcement),
  },
];
