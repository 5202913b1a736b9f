import type { z } from 'zod';
import { checkBody } from '../../http/input.ts';
import type { Step } from '../../http/transaction.ts';
import type { AskSql } from '../../sandbox/ask-sql.ts';
import { askInSql } from './handlers/run.ts';
import { SqlStatement } from './shapes.ts';

/** What each step of a statement needs of the principal: what the route POST /v1/sql needs of its caller. */
const needed = { scope: 'sql', permission: 'sql:read', status: 200, id: null, references: [] };

/** SQL of functions and scheduled jobs: through the same door as POST /v1/sql. */
export const askSql: AskSql = ({ act, ...door }, request) =>
  askInSql(
    {
      ...door,
      ask: async <T>(operation: string, args: object) =>
        (await act({ ...needed, operation, args: args as Step['args'] })) as T,
    },
    checkBody(SqlStatement, request) as z.infer<typeof SqlStatement>,
  );
