import type { Case, Scene } from '../support/journal-cases.ts';

const keys = '/v1/keys';

/** Of the key that was made before the call under test. */
let id: string;
const newKey = async ({ tenant }: Scene) => (await tenant.withKey(['read'])).keyId;

/** One case for each operation on keys that changes something. */
export const journalCases: Record<string, Case> = {
  'key.create': {
    call: ({ tenant }, h) => tenant.post(keys, { scopes: ['read'] }, h),
    rows: (_, data) => [['key.created', 'key', data.key.id]],
    refused: ({ tenant }, h) => tenant.post(keys, { scopes: ['everything'] }, h),
  },
  'key.update': {
    call: async (scene, h) => {
      id = await newKey(scene);
      return scene.tenant.patch(`${keys}/${id}`, { label: 'x' }, h);
    },
    rows: () => [['key.updated', 'key', id]],
    refused: ({ tenant }, h) => tenant.patch(`${keys}/key_0`, { label: 'x' }, h),
  },
  'key.rotate': {
    call: async (scene, h) => {
      id = await newKey(scene);
      return scene.tenant.post(`${keys}/${id}/rotate`, {}, h);
    },
    rows: (_, data) => [
      ['key.created', 'key', data.new_key.id],
      ['key.rotated', 'key', id],
    ],
    refused: async (scene, h) => {
      id = await newKey(scene);
      await scene.tenant.delete(`${keys}/${id}`);
      return scene.tenant.post(`${keys}/${id}/rotate`, {}, h);
    },
  },
  'key.revoke': {
    call: async (scene, h) => {
      id = await newKey(scene);
      return scene.tenant.delete(`${keys}/${id}`, undefined, h);
    },
    rows: () => [['key.revoked', 'key', id]],
    refused: ({ tenant }, h) => tenant.delete(`${keys}/key_0`, undefined, h),
  },
};
