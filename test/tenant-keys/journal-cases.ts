import type { Case, Scene } from '../support/journal-cases.ts';

const path = ({ tenant }: Scene) => `/admin/tenants/${tenant.tenant.id}`;

/** Of the key that was made before the call under test. */
let id: string;
const newKey = async ({ tenant }: Scene) => (await tenant.withKey(['read'])).keyId;

/** One case for each operation on keys of a tenant, by the operator, that changes something. */
export const journalCases: Record<string, Case> = {
  'tenant_key.create': {
    call: (scene, h) => scene.platform.post(`${path(scene)}/keys`, { scopes: ['read'] }, h),
    rows: (_, data) => [['key.created', 'key', data.key.id]],
    refused: (scene, h) => scene.platform.post(`${path(scene)}/keys`, { scopes: [] }, h),
  },
  'tenant_key.revoke': {
    call: async (scene, h) => {
      id = await newKey(scene);
      return scene.platform.delete(`${path(scene)}/keys/${id}`, undefined, h);
    },
    rows: () => [['key.revoked', 'key', id]],
    refused: (scene, h) => scene.platform.delete(`${path(scene)}/keys/key_0`, undefined, h),
  },
};
