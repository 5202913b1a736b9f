import type { Case, Scene } from '../support/journal-cases.ts';

const tickets = '/v1/tickets';
const question = { subject: 'The import stops', body: 'It ends after row 100.' };

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made({ tenant }: Scene): Promise<string> {
  id = (await tenant.post(tickets, question)).body.data.id;
  return `${tickets}/${id}`;
}

/** One case for each operation on tickets, of a tenant, that changes something. */
export const journalCases: Record<string, Case> = {
  'ticket.create': {
    call: ({ tenant }, h) => tenant.post(tickets, question, h),
    rows: (_, data) => [['ticket.created', 'ticket', data.id]],
    refused: ({ tenant }, h) => tenant.post(tickets, { ...question, attachments: ['file_0'] }, h),
  },
  'ticket_message.create': {
    call: async (scene, h) =>
      scene.tenant.post(`${await made(scene)}/messages`, { body: 'Still the same.' }, h),
    rows: () => [['ticket.replied', 'ticket', id]],
    refused: ({ tenant }, h) => tenant.post(`${tickets}/tkt_0/messages`, { body: 'Hello' }, h),
  },
};
