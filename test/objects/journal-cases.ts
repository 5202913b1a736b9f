import type { Answer, Client } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import type { Case, Headers, Row, Scene } from '../support/journal-cases.ts';

const types = '/v1/object-types';
const properties = ({ type }: Scene) => `${types}/${type.id}/properties`;
const object = ({ type, live }: Scene) => `${type.path}/${live[0]}`;
const inBatch = (ids: string[], event: string) => ids.map((id): Row => [event, 'object', id]);

/** The second step of a delete: the token of the first, which is sent without the headers. */
async function confirmed(client: Client, path: string, headers: Headers): Promise<Answer> {
  const { body } = await client.delete(`${path}?force=true`);
  const query = `force=true&confirm_token=${body.error.confirm_token}`;
  return client.delete(`${path}?${query}`, undefined, headers);
}

/** One case for each operation of this group that changes something. */
export const journalCases: Record<string, Case> = {
  'event.track': {
    call: ({ tenant }, h) => tenant.post('/v1/events', { event_type: 'signup' }, h),
    rows: () => [['custom.signup', 'event', 'signup']],
    refused: ({ tenant }, h) => tenant.post('/v1/events', { event_type: 'sign up' }, h),
  },
  'object_type.create': {
    call: ({ tenant, type }, h) => tenant.post(types, { name: `${type.name}-x` }, h),
    rows: (_, data) => [['object_type.created', 'object_type', data.id]],
    refused: ({ tenant, type }, h) => tenant.post(types, { name: type.name }, h),
  },
  'object_type.update': {
    call: ({ tenant, type }, h) =>
      tenant.patch(`${types}/${type.id}`, { name: `${type.name}-y` }, h),
    rows: ({ type }) => [['object_type.updated', 'object_type', type.id]],
    refused: async ({ tenant, type }, h) => {
      const other = await defineType(tenant);
      return tenant.patch(`${types}/${type.id}`, { name: other.name }, h);
    },
  },
  'object_type.delete': {
    call: ({ tenant, type }, h) => confirmed(tenant, `${types}/${type.id}`, h),
    rows: ({ type }) => [['object_type.deleted', 'object_type', type.id]],
    refused: ({ tenant, type }, h) => tenant.delete(`${types}/${type.id}`, undefined, h),
  },
  'property.create': {
    call: (scene, h) =>
      scene.tenant.post(properties(scene), { name: 'p', data_type: 'string', is_indexed: true }, h),
    rows: (_, data) => [['property.created', 'property', data.id]],
    refused: (scene, h) =>
      scene.tenant.post(properties(scene), { name: 'N', data_type: 'string' }, h),
  },
  'property.update': {
    call: (scene, h) =>
      scene.tenant.patch(
        `${properties(scene)}/${scene.type.properties.n}`,
        { is_indexed: true },
        h,
      ),
    rows: ({ type }) => [['property.updated', 'property', type.properties.n as string]],
    refused: (scene, h) =>
      scene.tenant.patch(`${properties(scene)}/${scene.type.properties.n}`, { name: 'm' }, h),
  },
  'property.delete': {
    call: (scene, h) =>
      scene.tenant.delete(`${properties(scene)}/${scene.type.properties.n}`, undefined, h),
    rows: ({ type }) => [['property.deleted', 'property', type.properties.n as string]],
    refused: (scene, h) => scene.tenant.delete(`${properties(scene)}/prop_0`, undefined, h),
  },
  'object.create': {
    call: ({ tenant, type }, h) => tenant.post(type.path, { properties: { n: 9 } }, h),
    rows: (_, data) => [['object.created', 'object', data.id]],
    refused: ({ tenant, type }, h) => tenant.post(type.path, { properties: { n: 1 } }, h),
  },
  'object.update': {
    call: (scene, h) => scene.tenant.patch(object(scene), { properties: { n: 9 } }, h),
    rows: ({ live }) => [['object.updated', 'object', live[0]]],
    refused: (scene, h) =>
      scene.tenant.patch(object(scene), { properties: {} }, { ...h, 'if-match': '"7"' }),
  },
  'object.delete': {
    call: (scene, h) => scene.tenant.delete(object(scene), undefined, h),
    rows: ({ live }) => [['object.deleted', 'object', live[0]]],
    refused: (scene, h) => scene.tenant.delete(`${object(scene)}?force=true`, undefined, h),
  },
  'object.delete for good': {
    call: (scene, h) => confirmed(scene.tenant, object(scene), h),
    rows: ({ live }) => [['object.purged', 'object', live[0]]],
    refused: (scene, h) =>
      scene.tenant.delete(`${object(scene)}?force=true&confirm_token=x`, undefined, h),
  },
  'object.restore': {
    call: ({ tenant, type, trashed }, h) =>
      tenant.post(`${type.path}/${trashed}/restore`, undefined, h),
    rows: ({ trashed }) => [['object.restored', 'object', trashed]],
    refused: (scene, h) => scene.tenant.post(`${object(scene)}/restore`, undefined, h),
  },
  'object.version_restore': {
    call: async (scene, h) => {
      await scene.tenant.patch(object(scene), { properties: { n: 9 } });
      return scene.tenant.post(`${object(scene)}/versions/1/restore`, undefined, h);
    },
    rows: ({ live }) => [['object.updated', 'object', live[0]]],
    refused: (scene, h) => scene.tenant.post(`${object(scene)}/versions/7/restore`, undefined, h),
  },
  'object.trash_empty': {
    call: ({ tenant, type }, h) => confirmed(tenant, `${type.path}/trash`, h),
    rows: ({ trashed }) => [['object.purged', 'object', trashed]],
    refused: ({ tenant, type }, h) => tenant.delete(`${type.path}/trash`, undefined, h),
  },
  'object.batch_create': {
    call: ({ tenant, type }, h) =>
      tenant.post(`${type.path}/batch/create`, { objects: [{}, {}, {}] }, h),
    rows: (_, data) => inBatch(data.ids, 'object.created'),
    refused: ({ tenant, type }, h) =>
      tenant.post(`${type.path}/batch/create`, { objects: [{}, { properties: { n: 2 } }] }, h),
  },
  'object.batch_update': {
    call: ({ tenant, type, live }, h) => {
      const updates = live.map((object_id) => ({ object_id, properties: { x: 1 } }));
      return tenant.post(`${type.path}/batch/update`, { updates }, h);
    },
    rows: ({ live }) => inBatch(live, 'object.updated'),
    refused: ({ tenant, type, live, trashed }, h) => {
      const updates = [live[0], trashed].map((object_id) => ({ object_id, properties: {} }));
      return tenant.post(`${type.path}/batch/update`, { updates }, h);
    },
  },
  'object.batch_update one by one': {
    call: ({ tenant, type, live, trashed }, h) => {
      const updates = [live[0], trashed, live[1]].map((object_id, n) => ({
        object_id,
        properties: { n: n === 2 ? 'x' : 9 },
      }));
      return tenant.post(`${type.path}/batch/update?atomic=false`, { updates }, h);
    },
    rows: ({ live }) => inBatch([live[0]], 'object.updated'),
    refused: ({ tenant, type }, h) =>
      tenant.post(`${type.path}/batch/update?atomic=false`, { updates: [] }, h),
  },
  'object.batch_upsert': {
    call: ({ tenant, type }, h) => {
      const objects = [2, 9].map((n) => ({ properties: { n, changed: true } }));
      return tenant.post(`${type.path}/batch/upsert`, { match_on: 'n', objects }, h);
    },
    rows: (_, { ids }) => [
      ['object.updated', 'object', ids[0]],
      ['object.created', 'object', ids[1]],
    ],
    refused: ({ tenant, type }, h) => {
      const objects = [{ properties: { n: 9 } }, { properties: { n: 'x' } }];
      return tenant.post(`${type.path}/batch/upsert`, { match_on: 'n', objects }, h);
    },
  },
  'object.batch_delete': {
    call: ({ tenant, type, live, trashed }, h) =>
      tenant.post(`${type.path}/batch/delete`, { object_ids: [...live, trashed, 'obj_0'] }, h),
    rows: ({ live }) => inBatch(live, 'object.deleted'),
    refused: ({ tenant, type }, h) =>
      tenant.post(`${type.path}/batch/delete`, { object_ids: 'all' }, h),
  },
  'object.batch_delete for good': {
    call: ({ tenant, type, live, trashed }, h) => {
      const object_ids = [live[0], trashed];
      return tenant.post(`${type.path}/batch/delete`, { object_ids, permanent: true }, h);
    },
    rows: ({ live, trashed }) => inBatch([live[0], trashed], 'object.purged'),
    refused: ({ tenant, type }, h) =>
      tenant.post(`${type.path}/batch/delete`, { object_ids: ['obj_0'], permanent: 1 }, h),
  },
  'object.batch_restore': {
    call: ({ tenant, type, live, trashed }, h) =>
      tenant.post(`${type.path}/batch/restore`, { object_ids: [...live, trashed] }, h),
    rows: ({ trashed }) => inBatch([trashed], 'object.restored'),
    refused: async ({ tenant, type, trashed }, h) => {
      const { body } = await tenant.post(type.path, { properties: { n: 3 } });
      const ids = { object_ids: [trashed] };
      const answer = await tenant.post(`${type.path}/batch/restore`, ids, h);
      await tenant.delete(`${type.path}/${body.data.id}`);
      return answer;
    },
  },
};
