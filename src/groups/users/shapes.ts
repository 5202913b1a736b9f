import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { AuthUser, email, redirectTo } from '../../tools/sign-in/shapes.ts';
import { Identity } from '../oauth/shapes.ts';

export const User = AuthUser.extend({
  status: z.enum(['invited', 'active', 'banned']),
  banned: z.boolean(),
  ban_reason: z.string().nullable(),
  banned_until: timestamp.nullable().meta({ description: 'null for a ban without an end' }),
  roles: z.array(z.string()).meta({
    description: 'Names of the base role and the assigned roles, including inherited ones',
  }),
  mfa_enabled: z.boolean(),
  identities: z.array(Identity),
}).meta({ id: 'User' });

export const role = z
  .string()
  .min(1)
  .max(63)
  .meta({ description: 'The base role: owner, admin, user, or the name of a role of /v1/roles' });
export const emailVerified = z
  .boolean()
  .meta({ description: 'Treated as verified, without a mail' });

export const erase = z
  .enum(['true', 'false'])
  .transform((erase) => erase === 'true')
  .optional()
  .meta({ description: '`true` together with force=true also blanks the values of the user' });

export const UserErasure = z
  .object({
    user_id: z.string(),
    requested_at: timestamp,
    status: z.enum(['running', 'waiting', 'complete']),
    table: z.string().nullable().meta({ description: 'The table that is looked through' }),
    rows: z.record(z.string(), z.number().int()).meta({ description: 'Blanked rows by table' }),
    backups_until: timestamp.nullable().meta({
      description: 'Until then, at least, base backups hold the user; null where none are made',
    }),
    blanked_at: timestamp.nullable(),
    complete_at: timestamp.nullable(),
  })
  .meta({ id: 'UserErasure' });

export const invitation = z
  .object({
    email,
    role: role.optional(),
    user_metadata: openMap.optional(),
    redirect_to: redirectTo.optional(),
  })
  .meta({ id: 'UserInvite' });

/** Inviting a user, under the two names that it has. */
export const invite: Omit<Route, 'id' | 'path'> = {
  notImpersonated: true,
  method: 'POST',
  scope: 'auth',
  permission: 'users:manage',
  status: 201,
  summary: 'Invite a user by email',
  description:
    'Creates a user with the status invited and sends a mail whose link signs them in for the first time. For a user who has ' +
    'not come yet, it sends a new mail; the old one stops working.',
  body: invitation,
  returns: User,
  errors: ['ALREADY_EXISTS', 'INVALID_REDIRECT'],
  example: { body: { email: 'grace@example.com', role: 'user' } },
};

/** POST /v1/auth/invite, the same under the name that it has beside the other ways to begin. */
export const authInvite: Route = { ...invite, id: 'auth.invite', path: '/v1/auth/invite' };
