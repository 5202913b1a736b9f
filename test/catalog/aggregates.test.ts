import { expect, it } from 'vitest';
import { useServer } from '../support/use-server.ts';

const server = useServer();

// They measure each text of a nested value up to the end of the whole: 18,000 texts of 4 MB take minutes, and nothing ends
// it. json_agg(…)::jsonb is the same, and copies the value once.
it('no function gathers values with jsonb_agg or jsonb_object_agg', async () => {
  const { rows } = await server.db.query(
    `select p.oid::regprocedure::text as name from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('api', 'app', 'auth', 'gateway', 'platform', 'worker', 'operators', 'logins')
        and coalesce(p.prosrc, '') || coalesce(pg_get_function_sqlbody(p.oid), '') ~ '\\mjsonb_(object_)?agg\\('`,
  );
  expect(rows).toEqual([]);
});
