import type { TenantClient } from '../support/api.ts';
import type { Case, Row, Scene } from '../support/journal-cases.ts';
import { fileForm } from '../support/seed-files.ts';

/** Files that only these cases know. @returns their ids */
async function upload(tenant: TenantClient, count = 1, fields = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = fileForm(`content ${n}`, `${n}.txt`, fields);
    ids.push((await tenant.send('POST', '/v1/files/upload', { body })).body.data.id);
  }
  return ids;
}

const made = new WeakMap<Scene, string[]>();

/** Two files of a scene, for the call and for what is expected of it. */
async function files(scene: Scene, fields = {}): Promise<string[]> {
  const ids = await upload(scene.tenant, 2, fields);
  made.set(scene, ids);
  return ids;
}
const one = async (scene: Scene) => `/v1/files/${(await files(scene))[0]}`;
const first =
  (event: string) =>
  (scene: Scene): Row[] => [[event, 'file', made.get(scene)?.[0] as string]];
const both = (event: string) => (scene: Scene) =>
  (made.get(scene) as string[]).map((id): Row => [event, 'file', id]);

async function confirmed(tenant: TenantClient, path: string, headers: Record<string, string>) {
  const { confirm_token } = (await tenant.delete(`${path}?force=true`)).body.error;
  return tenant.delete(`${path}?force=true&confirm_token=${confirm_token}`, undefined, headers);
}

/** One case for each operation on the records of files that changes something. */
export const journalCases: Record<string, Case> = {
  'file.update': {
    call: async (scene, h) => scene.tenant.patch(await one(scene), { folder: 'a/b' }, h),
    rows: first('file.updated'),
    refused: async (scene, h) => scene.tenant.patch(await one(scene), { folder: '../b' }, h),
  },
  'file.delete': {
    call: async (scene, h) => scene.tenant.delete(await one(scene), undefined, h),
    rows: first('file.deleted'),
    refused: async (scene, h) =>
      scene.tenant.delete(`${await one(scene)}?force=true`, undefined, h),
  },
  'file.delete for good': {
    call: async (scene, h) => confirmed(scene.tenant, await one(scene), h),
    rows: first('file.purged'),
    refused: ({ tenant }, h) => tenant.delete('/v1/files/file_0?force=true', undefined, h),
  },
  'file.restore': {
    call: async (scene, h) => {
      const path = await one(scene);
      await scene.tenant.delete(path);
      return scene.tenant.post(`${path}/restore`, undefined, h);
    },
    rows: first('file.restored'),
    refused: async (scene, h) => scene.tenant.post(`${await one(scene)}/restore`, undefined, h),
  },
  'file.trash_empty': {
    call: async (scene, h) => {
      await scene.tenant.post('/v1/files/batch/delete', { file_ids: await files(scene) });
      return confirmed(scene.tenant, '/v1/files/trash', h);
    },
    rows: both('file.purged'),
    refused: async (scene, h) => {
      const [id] = await upload(scene.tenant);
      await scene.tenant.delete(`/v1/files/${id}`);
      const answer = await scene.tenant.delete('/v1/files/trash', undefined, h);
      await scene.tenant.post(`/v1/files/${id}/restore`);
      return answer;
    },
  },
  'file.batch_update': {
    call: async (scene, h) => {
      const file_ids = [...(await files(scene)), 'file_0'];
      return scene.tenant.post('/v1/files/batch/update', { file_ids, access: 'public' }, h);
    },
    rows: both('file.updated'),
    refused: async (scene, h) => {
      const file_ids = await files(scene);
      return scene.tenant.post('/v1/files/batch/update', { file_ids, folder: '/a' }, h);
    },
  },
  'file.batch_delete': {
    call: async (scene, h) => {
      const file_ids = [...(await files(scene)), 'file_0'];
      return scene.tenant.post('/v1/files/batch/delete', { file_ids }, h);
    },
    rows: both('file.deleted'),
    refused: ({ tenant }, h) => tenant.post('/v1/files/batch/delete', { file_ids: [] }, h),
  },
  'file.batch_restore': {
    call: async (scene, h) => {
      const file_ids = await files(scene);
      await scene.tenant.post('/v1/files/batch/delete', { file_ids });
      return scene.tenant.post('/v1/files/batch/restore', { file_ids }, h);
    },
    rows: both('file.restored'),
    refused: ({ tenant }, h) => tenant.post('/v1/files/batch/restore', { file_ids: 'all' }, h),
  },
  'object.delete for good with its files': {
    call: async (scene, h) => {
      await files(scene, { object_type_id: scene.type.id, object_id: scene.live[0] });
      return confirmed(scene.tenant, `${scene.type.path}/${scene.live[0]}`, h);
    },
    rows: (scene) => [...both('file.deleted')(scene), ['object.purged', 'object', scene.live[0]]],
    refused: async (scene, h) => {
      await files(scene, { object_type_id: scene.type.id, object_id: scene.live[1] });
      return scene.tenant.delete(`${scene.type.path}/${scene.live[1]}`, undefined, h);
    },
  },
  'object_type.delete with the files of its objects': {
    call: async (scene, h) => {
      await files(scene, { object_type_id: scene.type.id, object_id: scene.live[0] });
      return confirmed(scene.tenant, `/v1/object-types/${scene.type.id}`, h);
    },
    rows: (scene) => [
      ...both('file.deleted')(scene),
      ['object_type.deleted', 'object_type', scene.type.id],
    ],
    refused: ({ tenant, type }, h) => tenant.delete(`/v1/object-types/${type.id}`, undefined, h),
  },
};
