import { expect } from 'vitest';
import type { Client, TenantClient } from '../support/api.ts';
import { createUser, type SignedUp } from '../support/users.ts';

/** A tenant with two object types; of `notes` each object says whose it is. `teams` is always open. */
export async function defineNotes(
  api: TenantClient,
  user_access: 'private' | 'open' = 'open',
): Promise<void> {
  for (const [name, access] of [
    ['notes', user_access],
    ['teams', 'open'],
  ]) {
    const { status } = await api.post('/v1/object-types', { name, user_access: access });
    expect(status).toBe(201);
  }
  const properties = [
    { name: 'owner', data_type: 'string', is_indexed: true },
    { name: 'title', data_type: 'string' },
    { name: 'state', data_type: 'enum', enum_values: ['draft', 'done'] },
    { name: 'size', data_type: 'number', is_indexed: true },
    { name: 'tags', data_type: 'array' },
    { name: 'due', data_type: 'date' },
    { name: 'code', data_type: 'string', is_unique: true },
  ];
  for (const property of properties) {
    const { status } = await api.post('/v1/object-types/notes/properties', property);
    expect(status).toBe(201);
  }
}

export const policiesOf = (type: string): string => `/v1/object-types/${type}/policies`;

/** Creates a policy and returns its id. */
export async function createPolicy(api: Client, policy: object, type = 'notes'): Promise<string> {
  const { status, body } = await api.post(policiesOf(type), {
    name: `policy ${Math.random()}`,
    ...policy,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
}

/** Leaves a type without policies. */
export async function dropPolicies(api: Client, type = 'notes'): Promise<void> {
  const { body } = await api.get(policiesOf(type));
  for (const { id } of body.data) await api.delete(`${policiesOf(type)}/${id}`);
}

export async function createObject(
  api: Client,
  properties: object,
  type = 'notes',
): Promise<string> {
  const { body } = await api.post(`/v1/objects/${type}`, { properties });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.id;
}

/** The operator `eq` on the caller's id. */
export const own = { property: 'owner', operator: 'eq', value: '$auth.user_id' };

/** A signed-in user with a further role of these permissions. */
export async function userWith(api: TenantClient, permissions: string[]): Promise<SignedUp> {
  const user = await createUser(api);
  const name = `role-${Math.random().toString(36).slice(2)}`;
  const { id: role_id } = (await api.post('/v1/roles', { name, permissions })).body.data;
  await api.post('/v1/roles/assign', { user_id: user.user.id, role_id });
  return user;
}
