import type { Answer } from '../support/api.ts';
import type { Case, Scene } from '../support/journal-cases.ts';
import { uploadText } from '../support/seed-files.ts';

const collections = '/v1/files/collections';
const tags = '/v1/files/tags';

/** Of the scene's tenant, made before the call under test. */
let id: string;
let file: string;

async function made(answer: Promise<Answer>): Promise<string> {
  return (await answer).body.data.id;
}

/** A collection with one file, or with none. */
async function begin({ tenant }: Scene, isEmpty = false): Promise<string> {
  file = (await uploadText(tenant, 'a.txt')).id;
  id = await made(tenant.post(collections, { name: 'Brochure' }));
  if (!isEmpty) await tenant.post(`${collections}/${id}/items`, { file_ids: [file] });
  return `${collections}/${id}`;
}

/** A file, with a tag on it or not yet. */
async function label({ tenant }: Scene, isTagged = true): Promise<string> {
  file = (await uploadText(tenant, 'a.txt')).id;
  id = await made(tenant.post(tags, { name: 'harbour' }));
  const path = `/v1/files/${file}/tags`;
  if (isTagged) await tenant.post(path, { tag_ids: [id] });
  return path;
}

/** One case for each operation on collections and tags that changes something. */
export const journalCases: Record<string, Case> = {
  'collection.create': {
    call: ({ tenant }, h) => tenant.post(collections, { name: 'Brochure' }, h),
    rows: (_, data) => [['collection.created', 'collection', data.id]],
    refused: ({ tenant }, h) => tenant.post(collections, { name: '' }, h),
  },
  'collection.update': {
    call: async (scene, h) => scene.tenant.patch(await begin(scene), { name: 'Flyer' }, h),
    rows: () => [['collection.updated', 'collection', id]],
    refused: ({ tenant }, h) => tenant.patch(`${collections}/fcol_0`, { name: 'Flyer' }, h),
  },
  'collection.delete': {
    call: async (scene, h) => scene.tenant.delete(await begin(scene), undefined, h),
    rows: () => [['collection.deleted', 'collection', id]],
    refused: ({ tenant }, h) => tenant.delete(`${collections}/fcol_0`, undefined, h),
  },
  'collection.add': {
    call: async (scene, h) => {
      const path = await begin(scene, true);
      return scene.tenant.post(`${path}/items`, { file_ids: [file] }, h);
    },
    rows: () => [['collection.updated', 'collection', id]],
    refused: ({ tenant }, h) => tenant.post(`${collections}/x/items`, { file_ids: ['x'] }, h),
  },
  'collection.add of what is there already': {
    call: async (scene, h) => {
      const path = await begin(scene);
      return scene.tenant.post(`${path}/items`, { file_ids: [file, 'file_0'] }, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${collections}/x/items`, {}, h),
  },
  'collection.order': {
    call: async (scene, h) => {
      const path = await begin(scene);
      const second = (await uploadText(scene.tenant, 'b.txt')).id;
      await scene.tenant.post(`${path}/items`, { file_ids: [second] });
      return scene.tenant.post(`${path}/order`, { file_ids: [second] }, h);
    },
    rows: () => [['collection.updated', 'collection', id]],
    refused: ({ tenant }, h) => tenant.post(`${collections}/x/order`, { file_ids: ['x'] }, h),
  },
  'collection.remove': {
    call: async (scene, h) =>
      scene.tenant.delete(`${await begin(scene)}/items/${file}`, undefined, h),
    rows: () => [['collection.updated', 'collection', id]],
    refused: ({ tenant }, h) => tenant.delete(`${collections}/x/items/x`, undefined, h),
  },
  'file_tag.create': {
    call: ({ tenant }, h) => tenant.post(tags, { name: 'harbour' }, h),
    rows: (_, data) => [['file_tag.created', 'file_tag', data.id]],
    refused: ({ tenant }, h) => tenant.post(tags, { name: 'x', color: 'blue' }, h),
  },
  'file_tag.update': {
    call: async (scene, h) => {
      await label(scene);
      return scene.tenant.patch(`${tags}/${id}`, { color: '#0080ff' }, h);
    },
    rows: () => [['file_tag.updated', 'file_tag', id]],
    refused: ({ tenant }, h) => tenant.patch(`${tags}/ftag_0`, {}, h),
  },
  'file_tag.delete': {
    call: async (scene, h) => {
      await label(scene);
      return scene.tenant.delete(`${tags}/${id}`, undefined, h);
    },
    rows: () => [['file_tag.deleted', 'file_tag', id]],
    refused: ({ tenant }, h) => tenant.delete(`${tags}/ftag_0`, undefined, h),
  },
  'file.tag': {
    call: async (scene, h) => {
      const path = await label(scene, false);
      return scene.tenant.post(path, { tag_ids: [id] }, h);
    },
    rows: () => [['file.tagged', 'file', file]],
    refused: ({ tenant }, h) => tenant.post('/v1/files/file_0/tags', { tag_ids: ['x'] }, h),
  },
  'file.untag': {
    call: async (scene, h) => scene.tenant.delete(`${await label(scene)}/${id}`, undefined, h),
    rows: () => [['file.untagged', 'file', file]],
    refused: ({ tenant }, h) => tenant.delete('/v1/files/file_0/tags/ftag_0', undefined, h),
  },
};
