import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { flags } from './shapes.ts';

export const routes: Route[] = [
  {
    id: 'feature_flags.get',
    method: 'GET',
    path: '/v1/feature-flags',
    scope: 'public',
    takesToken: true,
    asksForToken: true,
    summary: 'Get the feature flags of your tenant',
    description:
      'All of them for callers with a token of any kind; for visitors only the public ones.',
    returns: z.object({ flags }),
  },
];
