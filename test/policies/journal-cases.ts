import type { Case, Scene } from '../support/journal-cases.ts';

const policies = ({ type }: Scene) => `/v1/object-types/${type.id}/policies`;
const own = { name: 'own', action: 'update', condition_json: { created_by: '$auth.user_id' } };

/** Of the scene's tenant, made before the call under test. */
let id: string;

async function made(scene: Scene): Promise<string> {
  id = (await scene.tenant.post(policies(scene), own)).body.data.id;
  return id;
}

/** One case for each operation on policies that changes something. */
export const journalCases: Record<string, Case> = {
  'policy.create': {
    call: (scene, h) => scene.tenant.post(policies(scene), own, h),
    rows: (_, data) => [['policy.created', 'policy', data.id]],
    refused: (scene, h) =>
      scene.tenant.post(policies(scene), { ...own, condition_json: { nothing: 1 } }, h),
  },
  'policy.update': {
    call: async (scene, h) =>
      scene.tenant.patch(`${policies(scene)}/${await made(scene)}`, { enabled: false }, h),
    rows: () => [['policy.updated', 'policy', id]],
    refused: (scene, h) => scene.tenant.patch(`${policies(scene)}/pol_0`, { enabled: false }, h),
  },
  'policy.delete': {
    call: async (scene, h) =>
      scene.tenant.delete(`${policies(scene)}/${await made(scene)}`, undefined, h),
    rows: () => [['policy.deleted', 'policy', id]],
    refused: (scene, h) => scene.tenant.delete(`${policies(scene)}/pol_0`, undefined, h),
  },
};
