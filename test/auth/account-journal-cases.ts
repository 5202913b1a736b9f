import { decodeJwt } from 'jose';
import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { signIn } from '../support/users.ts';

const users = '/v1/users';
const auth = '/v1/auth';
const password = 'correct horse';
let count = 0;
const newEmail = () => `account${++count}@example.com`;
const path = async (scene: Scene) => `${users}/${(await scene.user()).user.id}`;
const sessionOf = (session: { access_token: string }) =>
  decodeJwt(session.access_token).sid as string;
/** Of the scene's tenant, made before the call under test. */
let id: string;
let session: string;

const invite = (at: string): Case => ({
  call: ({ tenant }, h) => tenant.post(at, { email: newEmail() }, h),
  rows: (_, user) => [['user.created', 'user', user.id]],
  refused: async ({ tenant, user }, h) => tenant.post(at, { email: (await user()).email }, h),
});

/** One case for each operation on users, and on one's own account, that changes something. */
export const journalCases = (server: TestServer): Record<string, Case> => ({
  'user.create': {
    call: ({ tenant }, h) => tenant.post(users, { email: newEmail(), password }, h),
    rows: (_, user) => [['user.created', 'user', user.id]],
    refused: ({ tenant }, h) => tenant.post(users, { email: 'nobody' }, h),
  },
  'user.invite': invite(`${users}/invite`),
  'auth.invite': invite(`${auth}/invite`),
  'user.update': {
    call: async (scene, h) => scene.tenant.patch(await path(scene), { user_metadata: { a: 1 } }, h),
    rows: (_, user) => [['user.updated', 'user', user.id]],
    refused: async (scene, h) => scene.tenant.patch(await path(scene), { role: 'king' }, h),
  },
  'user.update (ban)': {
    call: async (scene, h) => {
      session = sessionOf((await scene.user()).session);
      return scene.tenant.patch(await path(scene), { banned: true }, h);
    },
    rows: (_, user) => [
      ['session.revoked', 'session', session],
      ['user.banned', 'user', user.id],
    ],
    refused: async (scene, h) => scene.tenant.patch(await path(scene), { ban_reason: 'x' }, h),
  },
  'user.update (unban)': {
    call: async (scene, h) => {
      await scene.tenant.patch(await path(scene), { banned: true });
      return scene.tenant.patch(await path(scene), { banned: false }, h);
    },
    rows: (_, user) => [['user.unbanned', 'user', user.id]],
    refused: ({ tenant }, h) => tenant.patch(`${users}/usr_0`, { banned: false }, h),
  },
  'user.delete': {
    call: async (scene, h) => {
      session = sessionOf((await scene.user()).session);
      return scene.tenant.delete(await path(scene), undefined, h);
    },
    rows: (_, { user_id }) => [
      ['session.revoked', 'session', session],
      ['user.deleted', 'user', user_id],
    ],
    refused: ({ tenant }, h) => tenant.delete(`${users}/usr_0`, undefined, h),
  },
  'user.mfa_delete': {
    call: async (scene, h) => {
      const { user } = await scene.user();
      const { rows } = await server.db.query(
        `insert into app.mfa_factors (tenant_id, id, user_id, secret, verified_at)
         values ($1, app.new_id('mfa'), $2, 's', now()) returning id`,
        [scene.tenant.tenant.id, user.id],
      );
      id = rows[0].id;
      return scene.tenant.delete(`${users}/${user.id}/mfa/${id}`, undefined, h);
    },
    rows: () => [['mfa.removed', 'mfa_factor', id]],
    refused: async (scene, h) =>
      scene.tenant.delete(`${await path(scene)}/mfa/mfa_0`, undefined, h),
  },
  'user.generate_link': {
    call: async (scene, h) => {
      id = (await scene.user()).user.id;
      return scene.tenant.post(`${users}/${id}/generate-link`, { type: 'recovery' }, h);
    },
    rows: () => [['user.link_generated', 'user', id]],
    refused: async (scene, h) =>
      scene.tenant.post(`${await path(scene)}/generate-link`, { type: 'email_change' }, h),
  },
  'auth.anonymous': {
    call: ({ tenant }, h) => tenant.post(`${auth}/anonymous`, {}, h),
    rows: (_, { user }) => [
      ['user.created', 'user', user.id],
      ['user.signed_in', 'user', user.id],
    ],
    refused: ({ tenant }, h) =>
      tenant.as(undefined).post(`${auth}/anonymous`, { tenant_id: 'ten_0' }, h),
  },
  'auth.anonymous_link': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client, user: own } = await user();
      await server.db.query(
        `update app.users set email = null, is_anonymous = true, role = 'anonymous' where id = $1`,
        [own.id],
      );
      return client.post(`${auth}/anonymous/link`, { email: newEmail(), password }, h);
    },
    rows: (_, { user }) => [['user.linked', 'user', user.id]],
    refused: async ({ user }, h) =>
      (await user()).client.post(`${auth}/anonymous/link`, { email: newEmail(), password }, h),
  },
  'auth.user_delete': {
    isOwn: true,
    call: async ({ tenant, user }, h) => {
      const own = await user();
      session = sessionOf(own.session);
      id = sessionOf(await signIn(tenant, own));
      return own.client.delete(`${auth}/user`, { password: own.password }, h);
    },
    rows: (_, { user_id }) => [
      ['session.revoked', 'session', session],
      ['session.revoked', 'session', id],
      ['user.deleted', 'user', user_id],
    ],
    refused: async ({ user }, h) =>
      (await user()).client.delete(`${auth}/user`, { password: 'wrong' }, h),
  },
});
