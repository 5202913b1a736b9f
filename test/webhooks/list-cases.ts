import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'webhook.list': { rows: [{ table: 'webhooks' }] },
  'webhook_delivery.list': {
    rows: [
      {
        table: 'webhook_deliveries',
        set: {
          status: `case when n <= 10 then 'dead' else 'success' end`,
          event_type: `case when n <= 10 then 'contacts.deleted' else 'contacts.created' end`,
        },
      },
    ],
    filters: ({ webhook_id }) => ({
      webhook_id: [webhook_id],
      status: ['dead', 'success'],
      event_type: ['contacts.deleted', 'contacts.created'],
      since: [new Date(Date.now() - 3_600_000).toISOString()],
    }),
  },
};
