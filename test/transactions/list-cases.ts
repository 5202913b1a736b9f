import { copyRows } from '../support/copy-rows.ts';
import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'transaction.get': {
    rows: async (db, { tenant, tx_id }, from, to) => {
      // In company, a request has a number beside that of its commit.
      const of = `app.tx_number(s.xid, s.call) = '${tx_id}'`;
      await copyRows(
        db,
        tenant,
        { table: 'journal', of, set: { resource_id: `'obj_' || n` } },
        from,
        to,
      );
    },
  },
};
