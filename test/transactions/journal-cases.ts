import type { Case } from '../support/journal-cases.ts';

/** One case for each operation on transactions that changes something. */
export const journalCases: Record<string, Case> = {
  'transaction.run': {
    call: ({ tenant, type, live }, h) => {
      const requests = [
        { id: 'new', method: 'POST', path: type.path, body: { properties: { n: 9 } } },
        { method: 'DELETE', path: `${type.path}/${live[0]}` },
      ];
      return tenant.post('/v1/transaction', { requests }, h);
    },
    rows: ({ live }, { results }) => [
      ['object.created', 'object', results[0].data.id],
      ['object.deleted', 'object', live[0]],
    ],
    refused: ({ tenant, type, live }, h) => {
      const requests = [
        { method: 'DELETE', path: `${type.path}/${live[0]}` },
        { method: 'DELETE', path: `${type.path}/${live[0]}` },
      ];
      return tenant.post('/v1/transaction', { requests }, h);
    },
  },
  'transaction.undo': {
    call: async ({ tenant, type, live }, h) => {
      const updates = live.map((object_id) => ({ object_id, properties: { x: 1 } }));
      const { headers } = await tenant.post(`${type.path}/batch/update`, { updates });
      return tenant.post(`/v1/transactions/${headers.get('x-tx-id')}/undo`, {}, h);
    },
    rows: ({ live }) => live.map((id) => ['object.updated', 'object', id]),
    refused: async ({ tenant, type, live }, h) => {
      const path = `${type.path}/${live[0]}`;
      const { headers } = await tenant.patch(path, { properties: { x: 1 } });
      await tenant.patch(path, { properties: { x: 2 } });
      return tenant.post(`/v1/transactions/${headers.get('x-tx-id')}/undo`, {}, h);
    },
  },
};
