import type { Case, Scene } from '../support/journal-cases.ts';
import { path } from './support.ts';

const manifest = (display_name: string) => ({
  name: 'shelf',
  version: '1.0.0',
  permissions: ['object_types:manage'],
  object_types: [{ name: 'shelves', display_name }],
});
const nobodys = `${path}/plg_0`;

/** Of the scene's tenant, made before the call under test. */
let id: string;
let type: string;
async function made({ tenant }: Scene) {
  const { data } = (await tenant.post(path, { manifest_json: manifest('Shelves') })).body;
  id = data.id;
  type = data.parts[0].id;
  return `${path}/${id}`;
}

/** One case for each operation that changes something. */
export const journalCases: Record<string, Case> = {
  'plugin.create': {
    call: ({ tenant }, h) => tenant.post(path, { manifest_json: manifest('Shelves') }, h),
    rows: (_, data) => [
      ['object_type.created', 'object_type', data.parts[0].id],
      ['plugin.installed', 'plugin', data.id],
    ],
    refused: ({ tenant }, h) => tenant.post(path, { name: 'nonsense' }, h),
  },
  'plugin.update': {
    call: async (scene, h) =>
      scene.tenant.patch(await made(scene), { manifest_json: manifest('Boards') }, h),
    rows: () => [
      ['object_type.updated', 'object_type', type],
      ['plugin.updated', 'plugin', id],
    ],
    refused: ({ tenant }, h) => tenant.patch(nobodys, { name: 'Store' }, h),
  },
  'plugin.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [
      ['object_type.deleted', 'object_type', type],
      ['plugin.uninstalled', 'plugin', id],
    ],
    refused: ({ tenant }, h) => tenant.delete(nobodys, undefined, h),
  },
};
