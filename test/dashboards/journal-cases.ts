import type { Case, Scene } from '../support/journal-cases.ts';
import { dashboard, widget } from './support.ts';

const dashboards = '/v1/dashboards';

/** Of the scene's tenant, made before the call under test. */
let id: string;
let widgetId: string;
async function made({ tenant }: Scene, more: object = {}): Promise<string> {
  ({ id } = await dashboard(tenant, more));
  return `${dashboards}/${id}`;
}
async function madeWidget(scene: Scene): Promise<string> {
  const path = await made(scene);
  ({ id: widgetId } = await widget(scene.tenant, id, 'text', { text: 'Hello' }));
  return `${path}/widgets/${widgetId}`;
}
const nobodys = `${dashboards}/dash_0`;

/** One case for each operation on dashboards that changes something. */
export const journalCases: Record<string, Case> = {
  'dashboard.create': {
    call: ({ tenant }, h) => tenant.post(dashboards, { name: 'Sales' }, h),
    rows: (_, data) => [['dashboard.created', 'dashboard', data.id]],
    refused: ({ tenant }, h) => tenant.post(dashboards, { name: '' }, h),
  },
  'dashboard.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { name: 'Sales of today' }, h),
    rows: () => [['dashboard.updated', 'dashboard', id]],
    refused: ({ tenant }, h) => tenant.patch(nobodys, { name: 'Sales' }, h),
  },
  'dashboard.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['dashboard.deleted', 'dashboard', id]],
    refused: ({ tenant }, h) => tenant.delete(nobodys, undefined, h),
  },
  'dashboard.rotate': {
    call: async (scene, h) =>
      scene.tenant.post(`${await made(scene, { is_public: true })}/rotate-share-token`, {}, h),
    rows: () => [
      ['dashboard.updated', 'dashboard', id],
      ['dashboard.shared', 'dashboard', id],
    ],
    refused: async (scene, h) =>
      scene.tenant.post(`${await made(scene)}/rotate-share-token`, {}, h),
  },
  'widget.create': {
    call: async (scene, h) =>
      scene.tenant.post(
        `${await made(scene)}/widgets`,
        { type: 'text', config_json: { text: 'Hello' } },
        h,
      ),
    rows: (_, data) => [['widget.created', 'widget', data.id]],
    refused: async (scene, h) =>
      scene.tenant.post(`${await made(scene)}/widgets`, { type: 'bar' }, h),
  },
  'widget.update': {
    call: async (scene, h) => scene.tenant.patch(await madeWidget(scene), { title: 'Hi' }, h),
    rows: () => [['widget.updated', 'widget', widgetId]],
    refused: ({ tenant }, h) => tenant.patch(`${nobodys}/widgets/wid_0`, { title: 'Hi' }, h),
  },
  'widget.delete': {
    call: async (scene, h) => scene.tenant.delete(await madeWidget(scene), undefined, h),
    rows: () => [['widget.deleted', 'widget', widgetId]],
    refused: ({ tenant }, h) => tenant.delete(`${nobodys}/widgets/wid_0`, undefined, h),
  },
};
