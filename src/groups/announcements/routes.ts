import { z } from 'zod';
import type { Route } from '../../http/route.ts';
import { Announcement } from './shapes.ts';

export const routes: Route[] = [
  {
    id: 'announcement.current',
    method: 'GET',
    path: '/v1/announcements',
    scope: 'read',
    summary: 'List what the operator announces now',
    description: 'What has begun and not ended, the latest first, 100 at most.',
    returns: z.array(Announcement),
  },
];
