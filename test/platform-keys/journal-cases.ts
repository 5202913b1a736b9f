import type { Case, Scene } from '../support/journal-cases.ts';

const list = '/admin/keys';

/** Of the key that was made before the call under test. */
let id: string;
async function newKey({ platform }: Scene): Promise<string> {
  const { body } = await platform.post(list, { label: 'Test', scopes: ['audit'] });
  id = body.data.key.id;
  return `${list}/${id}`;
}

/** One case for each operation on platform keys that changes something. */
export const journalCases: Record<string, Case> = {
  'platform_key.create': {
    call: ({ platform }, h) => platform.post(list, { label: 'Test', scopes: ['audit'] }, h),
    rows: (_, data) => [['platform_key.created', 'platform_key', data.key.id]],
    refused: ({ platform }, h) => platform.post(list, { label: 'Test', scopes: [] }, h),
  },
  'platform_key.update': {
    call: async (scene, h) => scene.platform.patch(await newKey(scene), { label: 'New' }, h),
    rows: () => [['platform_key.updated', 'platform_key', id]],
    refused: ({ platform }, h) => platform.patch(`${list}/env`, { label: 'New' }, h),
  },
  'platform_key.revoke': {
    call: async (scene, h) => scene.platform.delete(await newKey(scene), undefined, h),
    rows: () => [['platform_key.revoked', 'platform_key', id]],
    refused: ({ platform }, h) => platform.delete(`${list}/env`, undefined, h),
  },
  'platform_key.rotate': {
    call: async (scene, h) => scene.platform.post(`${await newKey(scene)}/rotate`, {}, h),
    rows: (_, { new_key }) => [
      ['platform_key.rotated', 'platform_key', id],
      ['platform_key.created', 'platform_key', new_key.id],
    ],
    refused: ({ platform }, h) => platform.post(`${list}/env/rotate`, {}, h),
  },
};
