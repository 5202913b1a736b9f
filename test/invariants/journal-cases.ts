import type { Case, Scene } from '../support/journal-cases.ts';
import { invariants } from './support.ts';

/** Of the scene's tenant, made before the call under test. */
let id: string;
const body = ({ type }: Scene) => ({
  name: 'least',
  object_type_id: type.name,
  rule: { compare: [{ property: 'n' }, 'gte', { value: 0 }] },
});
async function made(scene: Scene): Promise<string> {
  id = (await scene.tenant.post(invariants, body(scene))).body.data.id;
  return `${invariants}/${id}`;
}

/** One case for each operation that changes an invariant. */
export const journalCases: Record<string, Case> = {
  'invariant.create': {
    call: (scene, h) => scene.tenant.post(invariants, body(scene), h),
    rows: (_, data) => [['invariant.created', 'invariant', data.id]],
    refused: (scene, h) => scene.tenant.post(invariants, { ...body(scene), rule: {} }, h),
  },
  'invariant.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { name: 'x' }, h),
    rows: () => [['invariant.updated', 'invariant', id]],
    refused: ({ tenant }, h) => tenant.patch(`${invariants}/inv_0`, { name: 'x' }, h),
  },
  'invariant.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['invariant.deleted', 'invariant', id]],
    refused: ({ tenant }, h) => tenant.delete(`${invariants}/inv_0`, undefined, h),
  },
};
