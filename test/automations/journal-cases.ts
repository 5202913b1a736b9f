import type { Case, Scene } from '../support/journal-cases.ts';

const automations = '/v1/automations';
const given = { name: 'Test', trigger_event: 'manual' };
/** Made before the call under test. */
let path: string;
let id: string;
let runPath: string;
let runId: string;

const newAutomation = async ({ tenant }: Scene) => {
  id = (await tenant.post(automations, given)).body.data.id;
  path = `${automations}/${id}`;
  return path;
};
const newRun = async (scene: Scene) => {
  const { body } = await scene.tenant.post(`${await newAutomation(scene)}/trigger`, {});
  runId = body.data.run_id;
  runPath = `${path}/runs/${runId}`;
  return runPath;
};

/** One case for each operation on automations that changes something. */
export const journalCases: Record<string, Case> = {
  'automation.create': {
    call: ({ tenant }, h) => tenant.post(automations, given, h),
    rows: (_, data) => [['automation.created', 'automation', data.id]],
    refused: ({ tenant }, h) => tenant.post(automations, { ...given, object_type_id: 'none' }, h),
  },
  'automation.update': {
    call: async (scene, h) => scene.tenant.patch(await newAutomation(scene), { name: 'New' }, h),
    rows: () => [['automation.updated', 'automation', id]],
    refused: async (scene, h) =>
      scene.tenant.patch(await newAutomation(scene), { object_type_id: 'none' }, h),
  },
  'automation.delete': {
    call: async (scene, h) => scene.tenant.delete(await newAutomation(scene), undefined, h),
    rows: () => [['automation.deleted', 'automation', id]],
    refused: ({ tenant }, h) => tenant.delete(`${automations}/auto_0`, undefined, h),
  },
  'automation.trigger': {
    call: async (scene, h) => scene.tenant.post(`${await newAutomation(scene)}/trigger`, {}, h),
    rows: (_, data) => [['automation.triggered', 'automation_run', data.run_id]],
    refused: ({ tenant }, h) => tenant.post(`${automations}/auto_0/trigger`, {}, h),
  },
  'automation.run_cancel': {
    call: async (scene, h) => scene.tenant.post(`${await newRun(scene)}/cancel`, undefined, h),
    rows: () => [['automation.cancelled', 'automation_run', runId]],
    refused: ({ tenant }, h) =>
      tenant.post(`${automations}/auto_0/runs/arun_0/cancel`, undefined, h),
  },
  'automation.run_retry': {
    call: async (scene, h) => {
      await scene.tenant.post(`${await newRun(scene)}/cancel`);
      return scene.tenant.post(`${runPath}/retry`, undefined, h);
    },
    rows: () => [['automation.retried', 'automation_run', runId]],
    refused: async (scene, h) => scene.tenant.post(`${await newRun(scene)}/retry`, undefined, h),
  },
};
