import type { Case } from '../support/journal-cases.ts';

/** One case for each operation on subscriptions that changes something. */
export const journalCases: Record<string, Case> = {
  'owner_subscription.update': {
    call: ({ platform, tenant }, h) =>
      platform.patch(`/owner/subscriptions/${tenant.tenant.id}`, { seats: 2, price: '5' }, h),
    rows: ({ tenant }) => [['subscription.updated', 'subscription', tenant.tenant.id]],
    refused: ({ platform, tenant }, h) =>
      platform.patch(`/owner/subscriptions/${tenant.tenant.id}`, { plan_tier: 'nothing' }, h),
  },
};
