import { type Changeable, common, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a ticket, as the operator sees it': {
    operations: ['owner_ticket.get', 'owner_ticket.update'],
    async make({ api }) {
      const ticket = { subject: 'The import stops', body: 'It ends after row 100.' };
      const { body } = await api.post('/v1/tickets', ticket);
      const path = `/owner/tickets/${body.data.id}`;
      const change: Changeable['change'] = ['PATCH', { priority: 'high' }];
      return { ...common, path, etag: null, change, canDelete: false, by: 'operator' };
    },
  },
};
