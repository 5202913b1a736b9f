import type { Case, Scene } from '../support/journal-cases.ts';
import { sendHook } from './send-hook.ts';

const list = '/v1/integrations';
const mock = { name: 'Shop', provider: 'mock' };
const nobodys = `${list}/int_0`;

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made({ tenant }: Scene, more: object = {}) {
  const { data } = (await tenant.post(list, { ...mock, ...more })).body;
  id = data.id;
  return { at: `${list}/${id}`, ...data };
}

/** One case for each operation that changes something. */
export const journalCases: Record<string, Case> = {
  'integration.create': {
    call: ({ tenant }, h) => tenant.post(list, mock, h),
    rows: (_, data) => [['integration.created', 'integration', data.id]],
    refused: ({ tenant }, h) => tenant.post(list, { ...mock, provider: 'fax' }, h),
  },
  'integration.update': {
    call: async (scene, h) => scene.tenant.patch((await made(scene)).at, { name: 'Store' }, h),
    rows: () => [['integration.updated', 'integration', id]],
    refused: ({ tenant }, h) => tenant.patch(nobodys, { name: 'Store' }, h),
  },
  'integration.delete': {
    call: async (scene, h) => scene.tenant.delete((await made(scene)).at, undefined, h),
    rows: () => [['integration.deleted', 'integration', id]],
    refused: ({ tenant }, h) => tenant.delete(nobodys, undefined, h),
  },
  'integration.rotate_secret': {
    call: async (scene, h) =>
      scene.tenant.post(
        `${(await made(scene, { provider: 'webhook_inbound' })).at}/rotate-secret`,
        {},
        h,
      ),
    rows: () => [['integration.secret_rotated', 'integration', id]],
    refused: async (scene, h) =>
      scene.tenant.post(`${(await made(scene)).at}/rotate-secret`, {}, h),
  },
  'integration.sync': {
    call: async (scene, h) => {
      await scene.tenant.post('/v1/object-types', { name: 'synced' });
      const { at } = await made(scene, { object_type_id: 'synced' });
      return scene.tenant.post(`${at}/sync`, undefined, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${nobodys}/sync`, undefined, h),
  },
  'integration.receive': {
    isVisitor: true,
    call: async (scene, h) => {
      const { secret } = await made(scene, { provider: 'webhook_inbound' });
      return sendHook(scene.tenant, { id, secret, headers: h });
    },
    rows: () => [],
    refused: ({ tenant }, h) => sendHook(tenant, { id: 'int_0', secret: 'whsec_AAAA', headers: h }),
  },
};
