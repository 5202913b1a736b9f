import type { Case, Row, Scene } from '../support/journal-cases.ts';
import { fileForm } from '../support/seed-files.ts';

type Headers = Record<string, string>;

const tus = { 'upload-length': '5', 'tus-resumable': '1.0.0' };
const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const row = (event: string, id: string): Row => [`file.${event}`, 'file', id];

/** A file that is ready. */
async function ready({ tenant }: Scene): Promise<string> {
  const body = fileForm('hello', 'a.txt');
  return (await tenant.send('POST', '/v1/files/upload', { body })).body.data.id;
}

/** A file that waits for five bytes. */
async function slot({ tenant }: Scene): Promise<string> {
  const declared = { filename: 'a.txt', mime_type: 'text/plain', size_bytes: 5 };
  return (await tenant.post('/v1/files/upload-url', declared)).body.data.file_id;
}

/** An upload piece by piece, begun. */
async function resumable({ tenant }: Scene): Promise<string> {
  const begun = await tenant.send('POST', '/v1/files/resumable', { headers: tus });
  return begun.body.data.file_id;
}

const put = ({ tenant }: Scene, method: string, id: string, body: string, headers: Headers) =>
  tenant.send(method, `/v1/files/${id}/upload-put`, { body, headers });

const complete = ({ tenant }: Scene, id: string, headers: Headers = {}) =>
  tenant.post(`/v1/files/${id}/upload-complete`, undefined, headers);

/** One case for each way in, and for versions. */
export const journalCases: Record<string, Case> = {
  'file.upload': {
    call: ({ tenant }, headers) =>
      tenant.send('POST', '/v1/files/upload', { body: fileForm('hello', 'a.txt'), headers }),
    rows: (_, { id }) => [row('created', id), row('uploaded', id)],
    refused: ({ tenant }, headers) => {
      const body = fileForm('hello', 'a.txt', { folder: '..' });
      return tenant.send('POST', '/v1/files/upload', { body, headers });
    },
  },
  'file.upload_url': {
    call: ({ tenant }, h) =>
      tenant.post('/v1/files/upload-url', { filename: 'a', mime_type: 'a/b', size_bytes: 1 }, h),
    rows: (_, { file_id }) => [row('created', file_id)],
    refused: ({ tenant }, h) => tenant.post('/v1/files/upload-url', { filename: 'a' }, h),
  },
  'file.upload_put': {
    call: async (scene, h) => put(scene, 'PUT', await slot(scene), 'hello', h),
    rows: (_, { id }) => [row('updated', id)],
    refused: async (scene, h) => put(scene, 'PUT', await slot(scene), 'too long', h),
  },
  'file.upload_post': {
    call: async (scene, h) => put(scene, 'POST', await slot(scene), 'hello', h),
    rows: (_, { id }) => [row('updated', id)],
    refused: async (scene, h) => put(scene, 'POST', await slot(scene), 'long', h),
  },
  'file.upload_put next version': {
    call: async (scene, h) => put(scene, 'PUT', await ready(scene), 'other', h),
    rows: (_, { id }) => [row('version_created', id)],
    refused: async (scene, h) =>
      put(scene, 'PUT', await ready(scene), 'other', { ...h, 'if-match': '"7"' }),
  },
  'file.upload_complete': {
    call: async (scene, h) => {
      const id = await slot(scene);
      await put(scene, 'PUT', id, 'hello', {});
      return complete(scene, id, h);
    },
    rows: (_, { id }) => [row('uploaded', id)],
    refused: async (scene, h) => complete(scene, await slot(scene), h),
  },
  'file.version_restore': {
    call: async (scene, h) => {
      const id = await ready(scene);
      await put(scene, 'PUT', id, 'other', {});
      return scene.tenant.post(`/v1/files/${id}/versions/1/restore`, undefined, h);
    },
    rows: (_, { id }) => [row('version_created', id)],
    refused: async (scene, h) =>
      scene.tenant.post(`/v1/files/${await ready(scene)}/versions/1/restore`, undefined, h),
  },
  ...resumableCases(),
};

function resumableCases(): Record<string, Case> {
  const path = '/v1/files/resumable';
  let last = '';
  return {
    'file.resumable_create': {
      call: ({ tenant }, h) => tenant.send('POST', path, { headers: { ...tus, ...h } }),
      rows: (_, { file_id }) => [row('created', file_id)],
      refused: ({ tenant }, headers) => tenant.send('POST', path, { headers }),
    },
    'file.resumable_patch': {
      call: async (scene, h) => {
        last = await resumable(scene);
        const headers = { ...piece, ...h };
        return scene.tenant.send('PATCH', `${path}/${last}`, { body: 'hello', headers });
      },
      rows: () => [row('uploaded', last)],
      refused: async (scene, h) => {
        const headers = { ...piece, ...h };
        const id = await resumable(scene);
        return scene.tenant.send('PATCH', `${path}/${id}`, { body: 'too long', headers });
      },
    },
    'file.resumable_delete': {
      call: async (scene, h) => {
        last = await resumable(scene);
        return scene.tenant.delete(`${path}/${last}`, undefined, h);
      },
      rows: () => [row('purged', last)],
      refused: (scene, h) => scene.tenant.delete(`${path}/file_unknown`, undefined, h),
    },
  };
}
