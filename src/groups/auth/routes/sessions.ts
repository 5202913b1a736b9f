import { z } from 'zod';
import { deleted } from '../../../ground/shapes/schemas.ts';
import type { Route } from '../../../operations/route.ts';
import { Session } from '../../../tools/sign-in/shapes.ts';

export const sessions: Route[] = [
  {
    id: 'auth.session_list',
    method: 'GET',
    path: '/v1/auth/sessions',
    scope: 'user',
    summary: 'List your sessions',
    returns: z.array(Session),
  },
  {
    id: 'auth.session_revoke_all',
    notImpersonated: true,
    method: 'DELETE',
    path: '/v1/auth/sessions',
    scope: 'user',
    summary: 'End all your sessions, including this one',
    returns: z.object({ revoked: z.number().int() }),
  },
  {
    id: 'auth.session_get',
    method: 'GET',
    path: '/v1/auth/sessions/:session_id',
    scope: 'user',
    summary: 'Get one of your sessions',
    returns: Session,
  },
  {
    id: 'auth.session_revoke',
    notImpersonated: true,
    method: 'DELETE',
    path: '/v1/auth/sessions/:session_id',
    scope: 'user',
    summary: 'End one of your sessions',
    description:
      'A user whose roles permit `users:manage` also ends a session in which the operator acts as another user.',
    returns: deleted,
  },
];
