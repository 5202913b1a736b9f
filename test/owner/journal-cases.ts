import type { Case, Scene } from '../support/journal-cases.ts';

const plans = '/owner/plans';
const books = '/owner/accounting';
const announcements = '/owner/announcements';

/** A plan's id that nothing has yet: tenants are made for each case. */
const planOf = ({ tenant }: Scene) => `p${tenant.tenant.id.slice(4)}`;
const income = { type: 'income', amount: '19.90', currency: 'USD' };

/** Of the operator's, made before the call under test. */
let id: string;
async function made({ platform }: Scene, path: string, body: object): Promise<string> {
  id = (await platform.post(path, body)).body.data.id;
  return `${path}/${id}`;
}
const newPlan = (scene: Scene) => made(scene, plans, { id: planOf(scene), name: 'Team' });
const newRecord = (scene: Scene) => made(scene, books, income);
const newAnnouncement = (scene: Scene) => made(scene, announcements, { title: 'Hello' });

/** One case for each operation of the operator's commercial side that changes something. */
export const journalCases: Record<string, Case> = {
  'plan.create': {
    call: (scene, h) => scene.platform.post(plans, { id: planOf(scene), name: 'Team' }, h),
    rows: (_, data) => [['plan.created', 'plan', data.id]],
    refused: ({ platform }, h) => platform.post(plans, { id: 'pro', name: 'Pro' }, h),
  },
  'plan.update': {
    call: async (scene, h) => scene.platform.patch(await newPlan(scene), { limits: { rpm: 7 } }, h),
    rows: () => [['plan.updated', 'plan', id]],
    refused: ({ platform }, h) => platform.patch(`${plans}/none`, { name: 'x' }, h),
  },
  'plan.delete': {
    call: async (scene, h) => scene.platform.delete(await newPlan(scene), undefined, h),
    rows: () => [['plan.deleted', 'plan', id]],
    refused: ({ platform }, h) => platform.delete(`${plans}/free`, undefined, h),
  },
  'accounting_record.create': {
    call: ({ platform }, h) => platform.post(books, income, h),
    rows: (_, data) => [['accounting_record.created', 'accounting_record', data.id]],
    refused: ({ platform }, h) => platform.post(books, { ...income, currency: 'XXX' }, h),
  },
  'accounting_record.update': {
    call: async (scene, h) => scene.platform.patch(await newRecord(scene), { amount: '5' }, h),
    rows: () => [['accounting_record.updated', 'accounting_record', id]],
    refused: ({ platform }, h) => platform.patch(`${books}/rec_0`, { amount: '5' }, h),
  },
  'accounting_record.delete': {
    call: async (scene, h) => scene.platform.delete(await newRecord(scene), undefined, h),
    rows: () => [['accounting_record.deleted', 'accounting_record', id]],
    refused: ({ platform }, h) => platform.delete(`${books}/rec_0`, undefined, h),
  },
  'owner_subscription.update': {
    call: ({ platform, tenant }, h) =>
      platform.patch(`/owner/subscriptions/${tenant.tenant.id}`, { seats: 2, price: '5' }, h),
    rows: ({ tenant }) => [['subscription.updated', 'subscription', tenant.tenant.id]],
    refused: ({ platform, tenant }, h) =>
      platform.patch(`/owner/subscriptions/${tenant.tenant.id}`, { plan_tier: 'nothing' }, h),
  },
  'announcement.create': {
    call: ({ platform }, h) => platform.post(announcements, { title: 'Hello' }, h),
    rows: (_, data) => [['announcement.created', 'announcement', data.id]],
    refused: ({ platform }, h) =>
      platform.post(announcements, { title: 'Hello', ends_at: '2020-01-01T00:00:00Z' }, h),
  },
  'announcement.update': {
    call: async (scene, h) =>
      scene.platform.patch(await newAnnouncement(scene), { level: 'critical' }, h),
    rows: () => [['announcement.updated', 'announcement', id]],
    refused: ({ platform }, h) => platform.patch(`${announcements}/ann_0`, { title: 'x' }, h),
  },
  'announcement.delete': {
    call: async (scene, h) => scene.platform.delete(await newAnnouncement(scene), undefined, h),
    rows: () => [['announcement.deleted', 'announcement', id]],
    refused: ({ platform }, h) => platform.delete(`${announcements}/ann_0`, undefined, h),
  },
};
