import type { Case, Headers, Scene } from '../support/journal-cases.ts';

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
const tickets = '/owner/tickets';
const question = { subject: 'The import stops', body: 'It ends after row 100.' };
async function newTicket({ tenant }: Scene): Promise<string> {
  id = (await tenant.post('/v1/tickets', question)).body.data.id;
  return `${tickets}/${id}`;
}
async function closedTicket(scene: Scene): Promise<string> {
  const path = await newTicket(scene);
  await scene.platform.post(`${path}/close`);
  return path;
}
const attach = ({ platform }: Scene, path: string, h: Headers) =>
  platform.send('POST', `${path}/attachments?filename=how.txt`, {
    body: 'do this',
    headers: { ...h, 'content-type': 'text/plain' },
  });
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
  'owner_ticket.create': {
    call: ({ platform, tenant }, h) =>
      platform.post(tickets, { ...question, tenant_id: tenant.tenant.id }, h),
    rows: (_, data) => [['ticket.created', 'ticket', data.id]],
    refused: ({ platform }, h) => platform.post(tickets, { ...question, tenant_id: 'ten_0' }, h),
  },
  'owner_ticket.update': {
    call: async (scene, h) => scene.platform.patch(await newTicket(scene), { priority: 'high' }, h),
    rows: () => [['ticket.updated', 'ticket', id]],
    refused: async (scene, h) =>
      scene.platform.patch(await closedTicket(scene), { status: 'open' }, h),
  },
  'owner_ticket_message.create': {
    call: async (scene, h) =>
      scene.platform.post(`${await newTicket(scene)}/messages`, { body: 'Send us the file.' }, h),
    rows: () => [['ticket.replied', 'ticket', id]],
    refused: async (scene, h) =>
      scene.platform.post(`${await closedTicket(scene)}/messages`, { body: 'Too late.' }, h),
  },
  'owner_ticket_message.create of an internal note': {
    call: async (scene, h) =>
      scene.platform.post(
        `${await newTicket(scene)}/messages`,
        { body: 'They always ask.', is_internal: true },
        h,
      ),
    rows: () => [],
    refused: ({ platform }, h) => platform.post(`${tickets}/tkt_0/messages`, { body: 'Hello' }, h),
  },
  'owner_ticket_attachment.create': {
    call: async (scene, h) => attach(scene, await newTicket(scene), h),
    rows: (_, data) => [
      ['file.created', 'file', data.file_id],
      ['file.uploaded', 'file', data.file_id],
    ],
    refused: async (scene, h) => attach(scene, await closedTicket(scene), h),
  },
  'owner_ticket.close': {
    call: async (scene, h) => scene.platform.post(`${await newTicket(scene)}/close`, undefined, h),
    rows: () => [['ticket.updated', 'ticket', id]],
    refused: async (scene, h) =>
      scene.platform.post(`${await closedTicket(scene)}/close`, undefined, h),
  },
  'owner_ticket.reopen': {
    call: async (scene, h) =>
      scene.platform.post(`${await closedTicket(scene)}/reopen`, undefined, h),
    rows: () => [['ticket.updated', 'ticket', id]],
    refused: async (scene, h) =>
      scene.platform.post(`${await newTicket(scene)}/reopen`, undefined, h),
  },
};
