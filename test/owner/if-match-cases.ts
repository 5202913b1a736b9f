import {
  type Case,
  type Changeable,
  common,
  crud,
  type IfMatchCases,
} from '../support/if-match-cases.ts';

/** A record of the operator's. @param body of the tenant whose test it is, whose id no other has */
const made = (
  name: string,
  list: string,
  body: (tenantId: string) => object,
  changes: object,
): Case => ({
  operations: crud(name),
  async make({ api, operator }) {
    const { body: answer } = await operator.post(list, body(api.tenant.id));
    const path = `${list}/${answer.data.id}`;
    return { ...common, path, etag: null, change: ['PATCH', changes], by: 'operator' };
  },
});

export const ifMatchCases: IfMatchCases = {
  'a plan': made('plan', '/owner/plans', (id) => ({ id: `m${id.slice(4)}`, name: 'Team' }), {
    name: 'Group',
  }),
  'a record of the books': made(
    'accounting_record',
    '/owner/accounting',
    () => ({ type: 'income', amount: '1', currency: 'USD' }),
    { category: 'plans' },
  ),
  'the subscription of a tenant': {
    operations: ['owner_subscription.get', 'owner_subscription.update'],
    async make({ api, operator }) {
      const path = `/owner/subscriptions/${api.tenant.id}`;
      await operator.patch(path, { seats: 2 });
      const change: Changeable['change'] = ['PATCH', { seats: 3 }];
      return { ...common, path, etag: null, change, canDelete: false, by: 'operator' };
    },
  },
  'an announcement': made('announcement', '/owner/announcements', () => ({ title: 'Hello' }), {
    body: 'More of it',
  }),
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
