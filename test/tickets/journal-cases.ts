import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { createUser } from '../support/users.ts';
import { addressFor, arrive, mailOf, takingMails } from './support.ts';

const tickets = '/v1/tickets';
const question = { subject: 'The import stops', body: 'It ends after row 100.' };

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made({ tenant }: Scene): Promise<string> {
  id = (await tenant.post(tickets, question)).body.data.id;
  return `${tickets}/${id}`;
}

let writer: { type: string; id: string };
/** A mail that answers a ticket of the scene's tenant. */
async function mailed(
  server: TestServer,
  { tenant }: Scene,
  h: Record<string, string>,
  wrong = '',
) {
  const { client, user, email } = await createUser(tenant, { role: 'admin' });
  writer = { type: 'user', id: user.id };
  const { data } = (await client.post(tickets, question)).body;
  id = data.id;
  const address = addressFor(server, tenant.tenant.id, data.number, email);
  return takingMails(server, () =>
    arrive(tenant, address, mailOf(wrong + email, 'Still the same.'), {}, h),
  );
}

/** One case for each operation on tickets, of a tenant, that changes something. */
export const journalCases = (server: TestServer): Record<string, Case> => ({
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
  'ticket_mail.receive': {
    actor: () => writer,
    call: (scene, h) => mailed(server, scene, h),
    rows: () => [['ticket.replied', 'ticket', id]],
    refused: (scene, h) => mailed(server, scene, h, 'not-'),
  },
});
