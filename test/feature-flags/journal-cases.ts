import type { Case, Scene } from '../support/journal-cases.ts';

const list = '/admin/feature-flags';

/** A key that no flag has yet: tenants are made for each case. */
const keyOf = ({ tenant }: Scene) => `f${tenant.tenant.id.slice(4)}`;
/** Of the flag that was made before the call under test. */
let key: string;
async function newFlag(scene: Scene): Promise<string> {
  key = keyOf(scene);
  await scene.platform.post(list, { key });
  return `${list}/${key}`;
}

/** One case for each operation on feature flags that changes something. */
export const journalCases: Record<string, Case> = {
  'feature_flag.create': {
    call: (scene, h) => scene.platform.post(list, { key: keyOf(scene) }, h),
    rows: (_, data) => [['feature_flag.created', 'feature_flag', data.key]],
    refused: ({ platform }, h) => platform.post(list, { key: 'New Editor' }, h),
  },
  'feature_flag.update': {
    call: async (scene, h) => scene.platform.patch(await newFlag(scene), { is_enabled: true }, h),
    rows: () => [['feature_flag.updated', 'feature_flag', key]],
    refused: ({ platform }, h) => platform.patch(`${list}/none`, { is_enabled: true }, h),
  },
  'feature_flag.delete': {
    call: async (scene, h) => scene.platform.delete(await newFlag(scene), undefined, h),
    rows: () => [['feature_flag.deleted', 'feature_flag', key]],
    refused: ({ platform }, h) => platform.delete(`${list}/none`, undefined, h),
  },
};
