import type { Group } from '../../tools/manifest/group.ts';
import { operatorRoutes } from './operator-routes.ts';
import { routes } from './routes.ts';

export const tickets: Group = {
  name: 'tickets',
  description:
    'Support tickets between a tenant and the operator of this server. What is under /owner needs the platform key (PLATFORM_ADMIN_KEY). See docs/work/tickets.md.',
  routes: [...routes, ...operatorRoutes],
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
