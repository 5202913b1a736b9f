import type { Case, Headers, Scene } from '../support/journal-cases.ts';
import { expense, start } from './support.ts';

const list = '/v1/workflows';
const runs = '/v1/workflow-runs';
/** Made before the call under test. */
let path: string;
let id: string;
let run: string;

async function drafted({ tenant }: Scene): Promise<string> {
  id = (await tenant.post(list, expense)).body.data.id;
  path = `${list}/${id}`;
  return path;
}
async function published(scene: Scene): Promise<string> {
  await scene.tenant.post(`${await drafted(scene)}/publish`);
  return path;
}
async function begun(scene: Scene): Promise<string> {
  await published(scene);
  run = (await start(scene.tenant, id)).id;
  return `${runs}/${run}`;
}
/** A case that takes a run through a transition. */
const move = (verb: string, body: object, wrong: object): Case => ({
  call: async (scene, h) => scene.tenant.post(`${await begun(scene)}/${verb}`, body, h),
  rows: () => [['workflow.transitioned', 'workflow_run', run]],
  refused: ({ tenant }, h) => tenant.post(`${runs}/wrun_0/${verb}`, wrong, h),
});
const startAt = (suffix: string): Case => ({
  call: async (scene, h) => scene.tenant.post(`${await published(scene)}/${suffix}`, {}, h),
  rows: (_, data) => [['workflow.started', 'workflow_run', data.id]],
  refused: async (scene, h) => scene.tenant.post(`${await drafted(scene)}/${suffix}`, {}, h),
});
const refusedAt =
  (suffix: string): Case['refused'] =>
  ({ tenant }: Scene, h: Headers) =>
    tenant.post(`${runs}/wrun_0/${suffix}`, undefined, h);

/** One case for each operation on workflows that changes something. */
export const journalCases: Record<string, Case> = {
  'workflow.create': {
    call: ({ tenant }, h) => tenant.post(list, expense, h),
    rows: (_, data) => [['workflow.created', 'workflow', data.id]],
    refused: ({ tenant }, h) => tenant.post(list, { ...expense, object_type_id: 'none' }, h),
  },
  'workflow.update': {
    call: async (scene, h) => scene.tenant.patch(await drafted(scene), { name: 'New' }, h),
    rows: () => [['workflow.updated', 'workflow', id]],
    refused: async (scene, h) =>
      scene.tenant.patch(await drafted(scene), { object_type_id: 'none' }, h),
  },
  'workflow.publish': {
    call: async (scene, h) => scene.tenant.post(`${await drafted(scene)}/publish`, undefined, h),
    rows: () => [['workflow.published', 'workflow', id]],
    refused: ({ tenant }, h) => tenant.post(`${list}/wf_0/publish`, undefined, h),
  },
  'workflow.delete': {
    call: async (scene, h) => scene.tenant.delete(await drafted(scene), undefined, h),
    rows: () => [['workflow.deleted', 'workflow', id]],
    refused: ({ tenant }, h) => tenant.delete(`${list}/wf_0`, undefined, h),
  },
  'workflow.start': startAt('runs'),
  'workflow.start_alias': startAt('start'),
  'workflow_run.transition': move(
    'transition',
    { transition: 'approve' },
    { transition: 'nonsense' },
  ),
  'workflow_run.approve': move('approve', {}, {}),
  'workflow_run.reject': {
    ...move('reject', {}, {}),
    rows: () => [
      ['workflow.transitioned', 'workflow_run', run],
      ['workflow.completed', 'workflow_run', run],
    ],
  },
  'workflow_run.signal': move('signal', { name: 'approve' }, { name: 'approve' }),
  'workflow_run.cancel': {
    call: async (scene, h) => scene.tenant.post(`${await begun(scene)}/cancel`, undefined, h),
    rows: () => [['workflow.cancelled', 'workflow_run', run]],
    refused: refusedAt('cancel'),
  },
  'workflow_run.retry': {
    call: async (scene, h) => {
      await scene.tenant.post(`${await begun(scene)}/cancel`);
      return scene.tenant.post(`${runs}/${run}/retry`, undefined, h);
    },
    rows: () => [['workflow.retried', 'workflow_run', run]],
    refused: refusedAt('retry'),
  },
};
