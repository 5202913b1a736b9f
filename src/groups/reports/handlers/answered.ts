import type { HandlerCall } from '../../../http/handler.ts';
import { askerOf } from '../../../sandbox/ask-sql.ts';
import { loadAskSql } from '../../sql/index.ts';
import { type Answered, completed, type ReportAnswer } from '../answer.ts';

/** The answer, asked for as the caller where it is one of SQL. @throws 400 SQL_ERROR, 403 */
export const answered = (
  { services, caller, ctx, ask }: Pick<HandlerCall, 'services' | 'caller' | 'ctx' | 'ask'>,
  answer: Answered,
): Promise<ReportAnswer> =>
  completed(answer, async (request) => {
    const askSql = await loadAskSql();
    const act = async (step: object) => (await ask<{ data: unknown }>('act', { step })).data;
    return askSql(askerOf(services, caller.tenant, act, ctx.signal), request);
  });
