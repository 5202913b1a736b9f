import { z } from 'zod';
import {
  confirmQuery,
  deleted,
  offsetQuery,
  openMap,
  timestamp,
  total,
} from '../../ground/shapes/schemas.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { email, newPassword, phone, redirectTo } from '../../tools/sign-in/shapes.ts';
import { MfaFactor } from '../mfa/shapes.ts';
import { prepareUser, showLink } from './handlers.ts';
import { emailVerified, erase, invite, role, User, UserErasure } from './shapes.ts';

const users = '/v1/users';
const user = `${users}/:user_id`;
const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const;

export const routes: Route[] = notImpersonated([
  {
    id: 'user.list',
    method: 'GET',
    path: users,
    scope: 'auth',
    permission: 'users:read',
    summary: 'List users, newest first',
    query: offsetQuery.extend({
      search: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Searches email, phone and user_metadata.name; or an id' }),
      role: role.optional().meta({ description: 'Users who have it as base role or assigned' }),
    }),
    returns: z.object({ users: z.array(User), ...total }),
  },
  handled({
    id: 'user.create',
    method: 'POST',
    path: users,
    scope: 'auth',
    status: 201,
    summary: 'Create a user',
    body: z
      .object({
        email: email.optional(),
        password: newPassword.optional(),
        phone: phone.optional(),
        role: role.optional(),
        email_verified: emailVerified.optional(),
        user_metadata: openMap.optional(),
      })
      .refine((fields) => fields.email !== undefined || fields.phone !== undefined, {
        message: 'must be given, or phone instead',
        path: ['email'],
      })
      .refine((fields) => !fields.email_verified || fields.email !== undefined, {
        message: 'needs an email',
        path: ['email_verified'],
      }),
    isVersioned: true,
    returns: User,
    before: prepareUser,
    reads: ['password'],
    errors: ['PLAN_LIMIT_EXCEEDED', 'ALREADY_EXISTS', 'WEAK_PASSWORD', 'CONCURRENCY_LIMITED'],
    example: { body: { email: 'ada@example.com', password: 'correct horse' } },
  }),
  { ...invite, id: 'user.invite', path: `${users}/invite` },
  {
    id: 'user.get',
    method: 'GET',
    path: user,
    scope: 'auth',
    permission: 'users:read',
    summary: 'Get a user',
    isVersioned: true,
    returns: User,
  },
  {
    id: 'user.update',
    method: 'PATCH',
    path: user,
    scope: 'auth',
    summary: 'Change, ban or unban a user',
    description:
      'Addresses, role or metadata. A ban ends all sessions at once, and a ban with banned_until ends by itself. Unbanning allows sign-ins again; ' +
      'sessions do not come back. The last owner must stay one: 409.',
    body: z.object({
      email: email.nullable().optional(),
      phone: phone.nullable().optional(),
      role: role.optional(),
      banned: z.boolean().optional(),
      ban_reason: z.string().max(500).nullable().optional(),
      banned_until: timestamp.nullable().optional(),
      email_verified: emailVerified.optional(),
      user_metadata: openMap
        .optional()
        .meta({ description: 'Merged at the top level; null removes a key' }),
    }),
    isVersioned: true,
    returns: User,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { user_metadata: { plan: 'gold' } } },
  },
  {
    id: 'user.delete',
    method: 'DELETE',
    path: user,
    scope: 'auth',
    summary: 'Delete a user',
    description:
      'Sessions, identities, factors and notifications are deleted too. What the user created stays, or goes to the trash ' +
      'with force=true; both need a confirm_token. With force=true&erase=true the values of the user are also blanked in the audit log, in versions and in logs, ' +
      'and no restore brings the user back, so it always needs a confirm_token: see [erasure](/v1/users/:user_id/erasure).',
    query: confirmQuery.extend({ erase }),
    isPatient: true,
    isConditional: true,
    mayRefuse: true,
    returns: z.object({ user_id: z.string(), deleted: z.literal(true) }),
    errors: ['DEPENDENCY_EXISTS', 'INVALID_STATE', 'INVARIANT_VIOLATED'],
  },
  {
    id: 'user.erasure_get',
    method: 'GET',
    path: `${user}/erasure`,
    scope: 'auth',
    permission: 'users:read',
    summary: 'Get how far the erasure of a user is',
    description:
      'Of a user who was deleted with erase=true. `running`: the worker looks through the tables, one after the other. `waiting`: everything is blanked; an hour ' +
      'later it is looked through once more, for what was under way. `complete`: nothing is left but the id.',
    returns: UserErasure,
  },
  {
    id: 'user.mfa_list',
    method: 'GET',
    path: `${user}/mfa`,
    scope: 'auth',
    permission: 'users:read',
    summary: 'List the second factors of a user',
    returns: z.array(MfaFactor),
  },
  {
    id: 'user.mfa_delete',
    method: 'DELETE',
    path: `${user}/mfa/:factor_id`,
    scope: 'auth',
    summary: 'Remove a second factor from a user who has lost it',
    returns: deleted,
  },
  handled({
    id: 'user.generate_link',
    method: 'POST',
    path: `${user}/generate-link`,
    scope: 'auth',
    summary: 'Generate the link and code of a mail without sending it',
    description: 'Lets you send it yourself. Anyone who has the link can sign in as this user.',
    body: z.object({
      type: z.enum(linkTypes),
      redirect_to: redirectTo.optional(),
      new_email: email.optional().meta({ description: 'Needed for email_change' }),
    }),
    hasSecret: true,
    returns: z.object({
      action_link: z.string(),
      email_otp: z.string(),
      hashed_token: z.string().meta({ description: 'For token_hash in /v1/auth/otp/verify' }),
      verification_type: z.enum(linkTypes),
      redirect_to: z.string().nullable(),
    }),
    after: showLink,
    errors: ['PLAN_LIMIT_EXCEEDED', 'INVALID_REDIRECT', 'INVALID_STATE', 'ALREADY_EXISTS'],
    example: { body: { type: 'magiclink' } },
  }),
]);
