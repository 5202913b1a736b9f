import type { Case, Scene } from '../support/journal-cases.ts';

const functions = '/v1/functions';
const given = () => ({ name: 'Journal', code: 'export default () => 1' });

/** Of what was made before, or by, the call under test. */
let id: string;

const made = async ({ tenant }: Scene) => {
  const { body } = await tenant.post(functions, given());
  id = body.data.id;
  return `${functions}/${id}`;
};

/** One case for each operation on functions that changes something. */
export const journalCases: Record<string, Case> = {
  'function.create': {
    call: ({ tenant }, h) => tenant.post(functions, given(), h),
    rows: (_, data) => [['function.created', 'function', data.id]],
    refused: ({ tenant }, h) => tenant.post(functions, { ...given(), code: 'no' }, h),
  },
  'function.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { enabled: false }, h),
    rows: () => [['function.updated', 'function', id]],
    refused: ({ tenant }, h) => tenant.patch(`${functions}/fn_0`, { enabled: false }, h),
  },
  'function.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['function.deleted', 'function', id]],
    refused: ({ tenant }, h) => tenant.delete(`${functions}/fn_0`, undefined, h),
  },
  'function.execute': {
    // Queued, and so the same as a dry run answers; test/functions/calls.test.ts looks at the journal of a run.
    call: async (scene, h) => scene.tenant.post(`${await made(scene)}/execute`, { async: true }, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${functions}/fn_0/execute`, {}, h),
  },
  'function.version_restore': {
    call: async (scene, h) =>
      scene.tenant.post(`${await made(scene)}/versions/1/restore`, undefined, h),
    rows: () => [['function.updated', 'function', id]],
    refused: ({ tenant }, h) => tenant.post(`${functions}/fn_0/versions/1/restore`, undefined, h),
  },
};
