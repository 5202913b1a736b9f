import type { Answer, Client } from '../support/api.ts';
import type { Case, Scene } from '../support/journal-cases.ts';

const rules = '/v1/association-types';
const views = ({ type }: Scene) => `/v1/object-types/${type.id}/views`;
const link = ({ type, live }: Scene, name = 'next') =>
  `${type.path}/${live[0]}/associations/${name}/${type.name}/${live[1]}`;

async function made(answer: Promise<Answer>): Promise<string> {
  return (await answer).body.data.id;
}

/** Of the scene's tenant, made before the call under test. */
let id: string;
let child: string;

/** A third object that points to the first, and is deleted with it. */
async function cascading({ tenant, type, live }: Scene): Promise<void> {
  await tenant.post(rules, { name: 'in', on_delete: 'cascade' });
  child = await made(tenant.post(type.path, { properties: { n: 7 } }));
  const path = `${type.path}/${child}/associations/in/${type.name}/${live[0]}`;
  id = await made(tenant.put(path));
}

async function deleteConfirmed(client: Client, path: string, force: string, headers: object) {
  const { body } = await client.delete(`${path}?${force}`);
  const query = `${force}&confirm_token=${body.error.confirm_token}`;
  return client.delete(`${path}?${query}`, undefined, { ...headers });
}

/** One case for each operation on associations and views that changes something. */
export const journalCases: Record<string, Case> = {
  'association.put': {
    call: (scene, h) => scene.tenant.put(link(scene), { meta: { a: 1 } }, h),
    rows: (_, data) => [['association.created', 'association', data.id]],
    refused: (scene, h) => scene.tenant.put(`${link(scene)}0`, {}, h),
  },
  'association.put again': {
    call: async (scene, h) => {
      await scene.tenant.put(link(scene));
      return scene.tenant.put(link(scene), { meta: { a: 1 } }, h);
    },
    rows: (_, data) => [['association.updated', 'association', data.id]],
    refused: (scene, h) => scene.tenant.put(link(scene), { meta: 1 }, h),
  },
  'association.delete': {
    call: async (scene, h) => {
      id = await made(scene.tenant.put(link(scene)));
      return scene.tenant.delete(link(scene), undefined, h);
    },
    rows: () => [['association.deleted', 'association', id]],
    refused: (scene, h) => scene.tenant.delete(link(scene), undefined, h),
  },
  'association_type.create': {
    call: ({ tenant }, h) => tenant.post(rules, { name: 'owner' }, h),
    rows: (_, data) => [['association_type.created', 'association_type', data.id]],
    refused: ({ tenant }, h) => tenant.post(rules, { name: 'owner', from_type: 'nothing' }, h),
  },
  'association_type.update': {
    call: async ({ tenant }, h) => {
      id = await made(tenant.post(rules, { name: 'owner' }));
      return tenant.patch(`${rules}/${id}`, { max: 3 }, h);
    },
    rows: () => [['association_type.updated', 'association_type', id]],
    refused: ({ tenant }, h) => tenant.patch(`${rules}/asct_0`, { max: 3 }, h),
  },
  'association_type.delete': {
    call: async ({ tenant }, h) => {
      id = await made(tenant.post(rules, { name: 'owner' }));
      return tenant.delete(`${rules}/${id}`, undefined, h);
    },
    rows: () => [['association_type.deleted', 'association_type', id]],
    refused: ({ tenant }, h) => tenant.delete(`${rules}/asct_0`, undefined, h),
  },
  'object.delete with what cascades': {
    call: async (scene, h) => {
      await cascading(scene);
      return deleteConfirmed(scene.tenant, `${scene.type.path}/${scene.live[0]}`, '', h);
    },
    rows: ({ live }) => [
      ['object.deleted', 'object', live[0]],
      ['object.deleted', 'object', child],
    ],
    refused: ({ tenant, type }, h) => tenant.delete(`${type.path}/obj_0`, undefined, h),
  },
  'object.delete for good with what cascades': {
    call: async (scene, h) => {
      await cascading(scene);
      const path = `${scene.type.path}/${scene.live[0]}`;
      return deleteConfirmed(scene.tenant, path, 'force=true', h);
    },
    rows: ({ live }) => [
      ['association.deleted', 'association', id],
      ['object.purged', 'object', live[0]],
      ['object.purged', 'object', child],
    ],
    refused: ({ tenant, type }, h) => tenant.delete(`${type.path}/obj_0`, undefined, h),
  },
  'view.create': {
    call: (scene, h) => scene.tenant.post(views(scene), { name: 'Open' }, h),
    rows: (_, data) => [['view.created', 'view', data.id]],
    refused: (scene, h) => scene.tenant.post(views(scene), { name: 'x', columns: ['x'] }, h),
  },
  'view.update': {
    call: async (scene, h) => {
      id = await made(scene.tenant.post(views(scene), { name: 'Open' }));
      return scene.tenant.patch(`${views(scene)}/${id}`, { name: 'Closed' }, h);
    },
    rows: () => [['view.updated', 'view', id]],
    refused: (scene, h) => scene.tenant.patch(`${views(scene)}/view_0`, {}, h),
  },
  'view.delete': {
    call: async (scene, h) => {
      id = await made(scene.tenant.post(views(scene), { name: 'Open' }));
      return scene.tenant.delete(`${views(scene)}/${id}`, undefined, h);
    },
    rows: () => [['view.deleted', 'view', id]],
    refused: (scene, h) => scene.tenant.delete(`${views(scene)}/view_0`, undefined, h),
  },
};
