import { decodeJwt } from 'jose';
import { createTenant } from '../support/api.ts';
import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { asCluster, nodes } from './as-cluster.ts';

const tenants = '/admin/tenants';

/** One case for each operation on tenants that changes something. */
export function journalCases(server: TestServer): Record<string, Case> {
  const path = ({ tenant }: Scene) => `${tenants}/${tenant.tenant.id}`;
  /** The notification of a user. */
  let told: string;
  /** Of the scene's tenant, made before the call under test. */
  let id: string;
  return {
    'tenant.move': {
      call: (scene, h) =>
        asCluster(server, () =>
          scene.platform.post(`${path(scene)}/move`, { shard_id: nodes[1] }, h),
        ),
      rows: ({ tenant }) => [['tenant.updated', 'tenant', tenant.tenant.id]],
      refused: (scene, h) => scene.platform.post(`${path(scene)}/move`, { shard_id: nodes[1] }, h),
    },
    'tenant.create': {
      call: ({ platform }, h) => platform.post(tenants, { name: 'Journal' }, h),
      rows: (_, data) => [
        ['key.created', 'key', data.key.id],
        ['tenant.created', 'tenant', data.tenant.id],
      ],
      refused: ({ platform, tenant }, h) =>
        platform.post(tenants, { name: 'Journal', slug: tenant.tenant.slug }, h),
    },
    'tenant.create (with an owner)': {
      call: ({ platform }, h) => {
        const owner = { owner_email: 'owner@example.com', owner_password: 'correct horse' };
        return platform.post(tenants, { name: 'Owned', ...owner }, h);
      },
      rows: (_, data) => [
        ['key.created', 'key', data.key.id],
        ['tenant.created', 'tenant', data.tenant.id],
        ['user.created', 'user', data.owner_user.id],
      ],
      refused: ({ platform }, h) =>
        platform.post(tenants, { name: 'Owned', owner_password: 'correct horse' }, h),
    },
    'tenant.update': {
      call: (scene, h) => scene.platform.patch(path(scene), { name: 'Renamed' }, h),
      rows: ({ tenant }) => [['tenant.updated', 'tenant', tenant.tenant.id]],
      refused: (scene, h) => scene.platform.patch(path(scene), { plan_tier: 'none' }, h),
    },
    'tenant.impersonate': {
      call: async (scene, h) => {
        const { user } = await scene.user();
        const body = { user_id: user.id, reason: 'Ticket 4711' };
        const answer = await scene.platform.post(`${path(scene)}/impersonate`, body, h);
        const own = scene.tenant.as(answer.body.data.access_token);
        told = (await own.get('/v1/auth/notifications')).body.data?.results[0].id;
        return answer;
      },
      rows: (_, { access_token }) => [
        ['impersonation.started', 'impersonation', decodeJwt(access_token).sid as string],
        ['notification.created', 'notification', told],
      ],
      refused: (scene, h) =>
        scene.platform.post(`${path(scene)}/impersonate`, { user_id: 'usr_0', reason: 'x' }, h),
    },
    'tenant.suspend': {
      call: (scene, h) => scene.platform.post(`${path(scene)}/suspend`, {}, h),
      rows: ({ tenant }) => [['tenant.suspended', 'tenant', tenant.tenant.id]],
      refused: ({ platform }, h) => platform.post(`${tenants}/ten_0/suspend`, {}, h),
    },
    'tenant.activate': {
      call: async (scene, h) => {
        await scene.platform.post(`${path(scene)}/suspend`, {});
        return scene.platform.post(`${path(scene)}/activate`, {}, h);
      },
      rows: ({ tenant }) => [['tenant.activated', 'tenant', tenant.tenant.id]],
      refused: ({ platform }, h) => platform.post(`${tenants}/ten_0/activate`, {}, h),
    },
    'tenant.delete': {
      call: async ({ platform }, h) => {
        id = (await createTenant(server)).tenant.id;
        const { body } = await platform.delete(`${tenants}/${id}`);
        const query = `force=true&confirm_token=${body.error.confirm_token}`;
        return platform.delete(`${tenants}/${id}?${query}`, undefined, h);
      },
      rows: () => [['tenant.deleted', 'tenant', id]],
      refused: (scene, h) => scene.platform.delete(path(scene), undefined, h),
    },
  };
}
