import { expect } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createUser, type SignedUp } from '../support/users.ts';

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
export type Json = any;

/** Makes a key that holds everything and logs its token; answers the token, or why not. */
export const steal = `export default async (_, ctx) => {
  try {
    const { token } = await ctx.api.post('/v1/keys', { scopes: ['*'] });
    ctx.log(token);
    return token;
  } catch (error) { return error.code }
}`;
export const harmless = 'export default () => "harmless"';
export const token = expect.stringMatching(/^ins_/) as unknown as string;

/** Refusals for callers with too few rights. */
export const refusals = ['INSUFFICIENT_SCOPE', 'FORBIDDEN'];

/** Two who may write functions, automations and jobs, and little else. */
export interface Small {
  name: string;
  client: Client;
  /** Ends what they may do. */
  end(): Promise<unknown>;
}

export async function keyOf(api: TenantClient, scopes = ['read', 'write']): Promise<Small> {
  const key = await api.withKey(scopes);
  return { name: 'a key', client: key, end: () => api.delete(`/v1/keys/${key.keyId}`) };
}

/** A user with a role of some permissions. */
export async function managerOf(
  api: TenantClient,
  permissions = [
    'functions:manage',
    'functions:execute',
    'automations:manage',
    'scheduled_jobs:manage',
    'webhooks:manage',
  ],
): Promise<Small & SignedUp> {
  const user = await createUser(api);
  const name = `role ${user.user.id}`.replaceAll(/[^a-z0-9_]/g, '_').slice(0, 60);
  const role = await api.post('/v1/roles', { name, permissions });
  if (!role.body.success) throw new Error(JSON.stringify(role.body));
  const given = await api.post('/v1/roles/assign', {
    user_id: user.user.id,
    role_id: role.body.data.id,
  });
  if (!given.body.success) throw new Error(JSON.stringify(given.body));
  return {
    ...user,
    name: 'a user',
    end: () => api.patch(`/v1/users/${user.user.id}`, { banned: true }),
  };
}

/** The newest run of a function, when so many are over. */
export const ended = async (api: Client, path: string, count = 1): Promise<Json> =>
  (
    await until(
      async () => (await api.get(`${path}/logs?limit=100`)).body.data.logs as Json[],
      (logs) =>
        logs.filter(({ status }) => !['queued', 'running'].includes(status)).length >= count,
    )
  )[0];

/** Answers once what is written was really refused: no key that holds everything but the first. */
export const keysOfAll = async (api: Client): Promise<number> =>
  (await api.get('/v1/keys')).body.data.filter(({ scopes }: Json) => scopes.includes('*')).length;

/** @throws unless a change is done */
export async function must(answer: Promise<{ body: Json }>): Promise<Json> {
  const { body } = await answer;
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}

export const tenantOf = (server: TestServer): Promise<TenantClient> => createTenant(server);

/** A user whose only role permits so much: no reading, unless it is named. */
export async function onlyWith(
  api: TenantClient,
  permissions: string[],
): Promise<SignedUp & { role_id: string }> {
  const name = `only_${(await api.get('/v1/roles')).body.data.length}`;
  const role = await must(api.post('/v1/roles', { name, permissions }));
  return { ...(await createUser(api, { role: name })), role_id: role.id };
}
