import type { Case, Scene } from '../support/journal-cases.ts';

const roles = '/v1/roles';
/** Made before the call under test. */
let id: string;
const newRole = async ({ tenant }: Scene) => {
  const { body } = await tenant.post(roles, { name: 'editor' });
  id = body.data.id;
  return `${roles}/${id}`;
};

/** One case for each operation on roles that changes something. */
export const journalCases: Record<string, Case> = {
  'role.create': {
    call: ({ tenant }, h) => tenant.post(roles, { name: 'editor' }, h),
    rows: (_, data) => [['role.created', 'role', data.id]],
    refused: ({ tenant }, h) => tenant.post(roles, { name: 'admin' }, h),
  },
  'role.update': {
    call: async (scene, h) => scene.tenant.patch(await newRole(scene), { name: 'writer' }, h),
    rows: () => [['role.updated', 'role', id]],
    refused: ({ tenant }, h) => tenant.patch(`${roles}/role_0`, { name: 'writer' }, h),
  },
  'role.permissions_set': {
    call: async (scene, h) => {
      const path = `${await newRole(scene)}/permissions`;
      return scene.tenant.put(path, { permissions: ['objects:read'] }, h);
    },
    rows: () => [['role.updated', 'role', id]],
    refused: ({ tenant }, h) =>
      tenant.put(`${roles}/role_admin/permissions`, { permissions: [] }, h),
  },
  'role.delete': {
    call: async (scene, h) => scene.tenant.delete(await newRole(scene), undefined, h),
    rows: () => [['role.deleted', 'role', id]],
    refused: ({ tenant }, h) => tenant.delete(`${roles}/role_owner`, undefined, h),
  },
  'role.assign': {
    call: async (scene, h) => {
      await newRole(scene);
      const user_id = (await scene.user()).user.id;
      return scene.tenant.post(`${roles}/assign`, { user_id, role_id: id }, h);
    },
    rows: () => [['role.assigned', 'role', id]],
    refused: async ({ tenant, user }, h) => {
      const user_id = (await user()).user.id;
      return tenant.post(`${roles}/assign`, { user_id, role_id: 'role_0' }, h);
    },
  },
  'role.unassign': {
    call: async (scene, h) => {
      const path = await newRole(scene);
      const user_id = (await scene.user()).user.id;
      await scene.tenant.post(`${roles}/assign`, { user_id, role_id: id });
      return scene.tenant.delete(`${path}/users/${user_id}`, undefined, h);
    },
    rows: () => [['role.unassigned', 'role', id]],
    refused: ({ tenant }, h) => tenant.delete(`${roles}/role_0/users/usr_0`, undefined, h),
  },
};
