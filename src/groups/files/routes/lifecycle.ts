import { z } from 'zod';
import { lazy } from '../../../operations/lazy-handler.ts';
import { handled, type Route } from '../../../operations/route.ts';

/** Routes for unfinished files. */
export const fileLifecycle: Route[] = [
  handled({
    id: 'file.stale_cleanup',
    method: 'POST',
    path: '/v1/files/:file_id/stale-cleanup',
    scope: 'files',
    permission: 'files:manage',
    summary: 'Remove abandoned uploads',
    description:
      'Files of the tenant that have been pending for more than 24 hours are removed for good, up to 1,000 at a time, and the space ' +
      'reserved for them is freed. The id may be anything, such as `all`. The worker does the same every hour.',
    returns: z.object({
      cleaned: z.number().int().meta({ description: 'How many files were removed' }),
    }),
    handler: lazy(() => import('../handlers/stale-cleanup.ts'), 'cleanUpStale'),
  }),
];
