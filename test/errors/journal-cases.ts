import type { Case, Scene } from '../support/journal-cases.ts';

const errors = '/v1/errors';

/** Of the scene's tenant, reported before the call under test. */
let id: string;
async function reported({ tenant }: Scene): Promise<string> {
  const { body } = await tenant.post(`${errors}/report`, { message: 'x is undefined' });
  id = body.data.error_id;
  return `${errors}/${id}`;
}

/** One case for each operation on errors that changes something. */
export const journalCases: Record<string, Case> = {
  'error.report': {
    call: ({ tenant }, h) => tenant.post(`${errors}/report`, { message: 'x is undefined' }, h),
    rows: (_, data) => [['error.reported', 'error', data.error_id]],
    refused: ({ tenant }, h) => tenant.post(`${errors}/report`, {}, h),
  },
  'error.report (of a visitor)': {
    isVisitor: true,
    call: ({ tenant }, h) =>
      tenant
        .as(undefined)
        .post(`${errors}/report?tenant_id=${tenant.tenant.id}`, { message: 'y is undefined' }, h),
    rows: (_, data) => [['error.reported', 'error', data.error_id]],
    refused: ({ tenant }, h) =>
      tenant.as(undefined).post(`${errors}/report`, { message: 'y is undefined' }, h),
  },
  'error.report (again)': {
    call: async (scene, h) => {
      await reported(scene);
      return scene.tenant.post(`${errors}/report`, { message: 'x is undefined' }, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${errors}/report`, { message: '' }, h),
  },
  'error.update': {
    call: async (scene, h) => scene.tenant.patch(await reported(scene), { status: 'resolved' }, h),
    rows: () => [['error.updated', 'error', id]],
    refused: ({ tenant }, h) => tenant.patch(`${errors}/err_0`, { status: 'resolved' }, h),
  },
};
