import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const tickets: Group = {
  name: 'tickets',
  description:
    'Support tickets between a tenant and the operator of this server. See docs/work/tickets.md.',
  routes,
  events: { ticket: 'created updated replied' },
  parameters: {
    ticket_id: 'The id of a ticket',
    recipient: 'The recipient address: the reply address of a ticket’s mail',
  },
  exports: {
    tickets: 'Tickets that you opened, with their messages',
    ticket_messages: 'Your messages in tickets, including tickets of other users',
  },
};
