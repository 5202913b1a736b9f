import type { Case, Headers, Scene } from '../support/journal-cases.ts';

const forms = '/v1/forms';

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made({ tenant }: Scene): Promise<string> {
  const { body } = await tenant.post(forms, {
    name: 'Contact us',
    status: 'active',
    fields: [{ name: 'note' }, { name: 'photo', type: 'file' }],
  });
  id = body.data.id;
  return `${forms}/${id}`;
}
const nobody = ({ tenant }: Scene) => tenant.as(undefined);
const atPublic = () => `${forms}/public/${id}`;
const onPage = async ({ tenant }: Scene, path: string, body: string | undefined, h: Headers) =>
  tenant.as(undefined).send(body === undefined ? 'GET' : 'POST', path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      ...h,
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  });
const slot = { filename: 'a.txt', mime_type: 'text/plain', size_bytes: 5 };

/** One case for each operation on forms that changes something. */
export const journalCases: Record<string, Case> = {
  'form.create': {
    call: ({ tenant }, h) => tenant.post(forms, { name: 'Contact us' }, h),
    rows: (_, data) => [['form.created', 'form', data.id]],
    refused: ({ tenant }, h) => tenant.post(forms, { name: '' }, h),
  },
  'form.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { name: 'Other' }, h),
    rows: () => [['form.updated', 'form', id]],
    refused: ({ tenant }, h) => tenant.patch(`${forms}/form_0`, { name: 'Other' }, h),
  },
  'form.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['form.deleted', 'form', id]],
    refused: ({ tenant }, h) => tenant.delete(`${forms}/form_0`, undefined, h),
  },
  'form.duplicate': {
    call: async (scene, h) => scene.tenant.post(`${await made(scene)}/duplicate`, undefined, h),
    rows: (_, data) => [['form.created', 'form', data.id]],
    refused: ({ tenant }, h) => tenant.post(`${forms}/form_0/duplicate`, undefined, h),
  },
  'form.submit': {
    isVisitor: true,
    call: async (scene, h) => {
      await made(scene);
      return nobody(scene).post(`${atPublic()}/submit`, { data: { note: 'a' } }, h);
    },
    rows: () => [['form.submitted', 'form', id]],
    refused: async (scene, h) => {
      await made(scene);
      return nobody(scene).post(`${atPublic()}/submit`, { data: { other: 'a' } }, h);
    },
  },
  'form.event': {
    call: async (scene, h) => {
      await made(scene);
      return nobody(scene).post(`${atPublic()}/events`, { type: 'view' }, h);
    },
    rows: () => [],
    refused: async (scene, h) => {
      await made(scene);
      return nobody(scene).post(`${atPublic()}/events`, { type: 'view', field: 'other' }, h);
    },
  },
  'form.upload': {
    isVisitor: true,
    call: async (scene, h) => {
      await made(scene);
      return nobody(scene).post(`${atPublic()}/uploads`, { ...slot, field: 'photo' }, h);
    },
    rows: (_, data) => [['file.created', 'file', data.file_id]],
    refused: async (scene, h) => {
      await made(scene);
      return nobody(scene).post(`${atPublic()}/uploads`, { ...slot, field: 'note' }, h);
    },
  },
  'form.page': {
    call: async (scene, h) => {
      await made(scene);
      return onPage(scene, `/f/${id}`, undefined, h);
    },
    rows: () => [],
    refused: (scene, h) => onPage(scene, '/f/form_0', undefined, h),
  },
  'form.page_submit': {
    isVisitor: true,
    call: async (scene, h) => {
      await made(scene);
      return onPage(scene, `/f/${id}`, 'note=a', h);
    },
    rows: () => [['form.submitted', 'form', id]],
    refused: async (scene, h) => {
      await made(scene);
      return onPage(scene, `/f/${id}`, 'other=a', h);
    },
  },
};
