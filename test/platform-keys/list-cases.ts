import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'platform_key.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.platform_keys (id, secret_hash, last4, label, scopes, created_by, created_at, updated_at)
         select app.new_id('pkey'), sha256(convert_to('key ' || n, 'UTF8')), '0000', 'Many', '{audit}', 'env', now(), now()
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
  },
};
