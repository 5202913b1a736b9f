import type { z } from 'zod';
import { ApiError } from '../../ground/errors.ts';
import { checkBody } from '../../operations/body-shape.ts';
import type { ForCode } from '../../operations/operation.ts';
import { limits } from '../../sandbox/protocol.ts';
import { askInSql } from './handlers/run.ts';
import { SqlStatement } from './shapes.ts';

/**
 * SQL of functions, reports, widgets and scheduled jobs: with the walls, the bounds and the entry in the audit log of
 * POST /v1/sql; needs the scope sql.
 * @returns its data, up to 1 MB
 */
export const askSql: ForCode = async ({ services, caller, ask, signal }, given) => {
  const door = { tenant: caller.tenant, logins: services.tenantLogins, ask, signal };
  const answer = await askInSql(
    door,
    checkBody(SqlStatement, given) as z.infer<typeof SqlStatement>,
  );
  if (answer.length > limits.text)
    throw new ApiError('PAYLOAD_TOO_LARGE', 'The answer is larger than 1 MB. Ask for less.');
  return answer;
};
