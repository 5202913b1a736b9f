import type { Case, Headers, Scene } from '../support/journal-cases.ts';

const tickets = '/owner/tickets';
const question = { subject: 'The import stops', body: 'It ends after row 100.' };

/** Of the ticket that was made before the call under test. */
let id: string;
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

/** One case for each operation of the operator on tickets that changes something. */
export const journalCases: Record<string, Case> = {
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
