import type { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { checkBody } from '../../http/body-shape.ts';
import type { Step } from '../../http/transaction.ts';
import type { AskSql } from '../../sandbox/ask-sql.ts';
import { limits } from '../../sandbox/protocol.ts';
import { askInSql } from './handlers/run.ts';
import { SqlStatement } from './shapes.ts';

/** The rights that each step of a statement needs, the same as the route POST /v1/sql needs. */
const needed = { scope: 'sql', permission: 'sql:read', status: 200, id: null, references: [] };

/** SQL of functions and scheduled jobs: through the same door as POST /v1/sql. */
export const askSql: AskSql = async ({ act, ...door }, request) => {
  const answer = await askInSql(
    {
      ...door,
      ask: async <T>(operation: string, args: object) =>
        (await act({ ...needed, operation, args: args as Step['args'] })) as T,
    },
    checkBody(SqlStatement, request) as z.infer<typeof SqlStatement>,
  );
  if (answer.length > limits.text)
    throw new ApiError('PAYLOAD_TOO_LARGE', 'The answer is larger than 1 MB. Ask for less.');
  return answer;
};
