import { type Case, madeByOperator, type Scene } from '../support/journal-cases.ts';

const list = '/admin/routes';

let count = 0;
const body = ({ tenant }: Scene) => ({
  tenant_id: tenant.tenant.id,
  path_prefix: `/j${++count}-${tenant.tenant.id.slice(4)}`,
});
/** Of the route that was made before the call under test. */
let id: string;
async function newRoute(scene: Scene, more: object = {}): Promise<string> {
  id = await madeByOperator(scene, list, { ...body(scene), ...more });
  return `${list}/${id}`;
}

/** One case for each operation on routes that changes something. */
export const journalCases: Record<string, Case> = {
  'route.create': {
    call: (scene, h) => scene.platform.post(list, body(scene), h),
    rows: (_, data) => [['route.created', 'route', data.id]],
    refused: (scene, h) => scene.platform.post(list, { ...body(scene), tenant_id: 'ten_0' }, h),
  },
  'route.update': {
    call: async (scene, h) =>
      scene.platform.patch(await newRoute(scene), { status: 'disabled' }, h),
    rows: () => [['route.updated', 'route', id]],
    refused: ({ platform }, h) => platform.patch(`${list}/rte_0`, { status: 'disabled' }, h),
  },
  'route.verify': {
    // A prefix on our own host needs no proof: nothing changes.
    call: async (scene, h) => scene.platform.post(`${await newRoute(scene)}/verify`, undefined, h),
    rows: () => [],
    refused: ({ platform }, h) => platform.post(`${list}/rte_0/verify`, undefined, h),
  },
  'route.delete': {
    call: async (scene, h) => scene.platform.delete(await newRoute(scene), undefined, h),
    rows: () => [['route.deleted', 'route', id]],
    refused: ({ platform }, h) => platform.delete(`${list}/rte_0`, undefined, h),
  },
};
