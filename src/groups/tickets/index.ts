import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const tickets: Group = {
  name: 'tickets',
  description:
    'What a tenant asks the operator of this server, and the answers. docs/work/tickets.md walks through.',
  routes,
  events: { ticket: 'created updated replied' },
  parameters: {
    ticket_id: 'The id of a ticket',
    recipient: 'The address that a mail was sent to: the reply address of a mail about a ticket',
  },
};
