import { beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
let user: SignedUp;
let type: DefinedType;
beforeAll(async () => {
  user = await signUp(api);
  type = await defineType(api, {}, { user_access: 'open' });
});

const asUser = (id: string) => `${type.path}?as_user=${id}`;

it('as_user does what that user would, and records it as theirs', async () => {
  const { status, body } = await api.post(asUser(user.user.id), { properties: {} });
  expect([status, body.data.created_by]).toEqual([201, user.user.id]);
  const { rows } = await server.db.query(
    `select actor from app.journal where type = 'object.created' and resource_id = $1`,
    [body.data.id],
  );
  const by = { type: 'api_key', id: expect.stringMatching(/^key_/) };
  expect(rows[0].actor).toMatchObject({ type: 'user', id: user.user.id, by });
});

it('as_user does no more than that user may', async () => {
  const keys = await api.get(`/v1/keys?as_user=${user.user.id}`);
  expect([keys.status, keys.body.error.code]).toEqual([403, 'FORBIDDEN']);
});

it('as_user requires the scope *', async () => {
  const key = await api.withKey(['read', 'write', 'auth']);
  for (const client of [key, user.client, user.client]) {
    const { status, body } = await client.post(asUser(user.user.id), { properties: {} });
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  }
  await server.db.query(`update app.users set role = 'admin' where id = $1`, [user.user.id]);
  const other = await signUp(api);
  const made = await user.client.post(asUser(other.user.id), { properties: {} });
  expect(made.body.data.created_by).toBe(other.user.id);
});

it('as_user finds no user of another tenant', async () => {
  const stranger = await signUp(await createTenant(server));
  for (const id of [stranger.user.id, 'usr_0'])
    expect((await api.post(asUser(id), { properties: {} })).status).toBe(404);
});
