import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { deleted, timestamp } from '../../http/schemas.ts';

const name = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,62}$/,
    'must hold lower-case letters, digits, _ and -, a letter first',
  );
const description = z.string().max(1000).nullable();
const permissions = z
  .array(z.string().min(1).max(130))
  .max(200)
  .meta({
    description:
      '`<resource>:<action>[:<object type>]`; `<resource>:*` and `*` hold all, write holds read. Not beyond the caller’s own',
    example: ['objects:read', 'objects:write:invoices', 'files:*'],
  });
const parentRoleId = z
  .string()
  .max(100)
  .nullable()
  .meta({ description: 'The role whose permissions it inherits; at most 20 levels' });

export const Role = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    parent_role_id: z.string().nullable(),
    permissions: z.array(z.string()).meta({ description: 'Its own, without the inherited ones' }),
    is_system: z.boolean(),
    user_count: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Role' });

const role = '/v1/roles/:role_id';

export const roles: RouteGroup = {
  name: 'roles',
  description: 'What users may do: roles with permissions, inherited along parents.',
  routes: [
    {
      id: 'role.list',
      method: 'GET',
      path: '/v1/roles',
      scope: 'auth',
      summary: 'List roles, the fixed ones first',
      returns: z.array(Role),
    },
    {
      id: 'role.create',
      method: 'POST',
      path: '/v1/roles',
      scope: 'auth',
      status: 201,
      summary: 'Create a role',
      body: z.object({
        name,
        description: description.optional(),
        parent_role_id: parentRoleId.optional(),
        permissions: permissions.default([]),
      }),
      isVersioned: true,
      returns: Role,
      errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
      example: { body: { name: 'accountant', permissions: ['objects:write:invoices'] } },
    },
    {
      id: 'role.assign',
      method: 'POST',
      path: '/v1/roles/assign',
      scope: 'auth',
      summary: 'Give a role to a user, from the next call on',
      body: z.object({ user_id: z.string().max(100), role_id: z.string().max(100) }),
      returns: z.object({
        user_id: z.string(),
        role_id: z.string(),
        assigned_at: timestamp,
        assigned_by: z.string().nullable(),
      }),
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      example: { body: { user_id: 'usr_…', role_id: 'role_…' } },
    },
    {
      id: 'role.get',
      method: 'GET',
      path: role,
      scope: 'auth',
      summary: 'Get a role',
      isVersioned: true,
      returns: Role,
    },
    {
      id: 'role.update',
      method: 'PATCH',
      path: role,
      scope: 'auth',
      summary: 'Change a role’s name, description or parent',
      body: z.object({
        name: name.optional(),
        description: description.optional(),
        parent_role_id: parentRoleId.optional(),
      }),
      isVersioned: true,
      returns: Role,
      errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
      example: { body: { description: 'Keeps the books' } },
    },
    {
      id: 'role.delete',
      method: 'DELETE',
      path: role,
      scope: 'auth',
      summary: 'Delete a role: its members lose it, its children inherit from its parent',
      isConditional: true,
      returns: deleted,
      errors: ['INVALID_STATE'],
    },
    {
      id: 'role.permissions_set',
      method: 'PUT',
      path: `${role}/permissions`,
      scope: 'auth',
      summary: 'Set the permissions of a role',
      body: z.object({ permissions }),
      isVersioned: true,
      returns: Role,
      errors: ['INVALID_STATE'],
      example: { body: { permissions: ['objects:read'] } },
    },
    {
      id: 'role.unassign',
      method: 'DELETE',
      path: `${role}/users/:user_id`,
      scope: 'auth',
      summary: 'Take a role from a user, from the next call on',
      returns: z.object({ removed: z.literal(true), user_id: z.string(), role_id: z.string() }),
    },
    {
      id: 'user_role.list',
      method: 'GET',
      path: '/v1/users/:user_id/roles',
      scope: 'auth',
      summary: 'List the roles of a user, his base role first',
      returns: z.array(Role),
    },
  ],
};
