import type { Case, Scene } from '../support/journal-cases.ts';

const reports = '/v1/saved-reports';
const ones = { name: 'Ones', type: 'sql', config_json: { sql: 'select 1 as one' } };
const nobodys = `${reports}/rep_0`;

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made({ tenant, type }: Scene): Promise<string> {
  const { body } = await tenant.post(reports, {
    name: 'Things',
    type: 'summary',
    config_json: { object_type_id: type.id },
  });
  ({ id } = body.data);
  return `${reports}/${id}`;
}

/** One case for each operation on saved reports that changes something. */
export const journalCases: Record<string, Case> = {
  'saved_report.create': {
    call: ({ tenant }, h) => tenant.post(reports, ones, h),
    rows: (_, data) => [['report.created', 'report', data.id]],
    refused: ({ tenant }, h) => tenant.post(reports, { ...ones, config_json: {} }, h),
  },
  'saved_report.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { name: 'All ones' }, h),
    rows: () => [['report.updated', 'report', id]],
    refused: ({ tenant }, h) => tenant.patch(nobodys, { name: 'All ones' }, h),
  },
  'saved_report.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['report.deleted', 'report', id]],
    refused: ({ tenant }, h) => tenant.delete(nobodys, undefined, h),
  },
  'saved_report.run': {
    call: async (scene, h) => scene.tenant.post(`${await made(scene)}/run`, {}, h),
    rows: (_, data) => [['report.completed', 'report_run', data.run_id]],
    refused: ({ tenant }, h) => tenant.post(`${nobodys}/run`, {}, h),
  },
};
