import { type Changeable, common, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'the subscription of a tenant': {
    operations: ['owner_subscription.get', 'owner_subscription.update'],
    async make({ api, operator }) {
      const path = `/owner/subscriptions/${api.tenant.id}`;
      await operator.patch(path, { seats: 2 });
      const change: Changeable['change'] = ['PATCH', { seats: 3 }];
      return { ...common, path, etag: null, change, canDelete: false, by: 'operator' };
    },
  },
};
