import type { HandlerCall } from '../../../operations/handler.ts';
import { actingDoor } from '../../../operations/run.ts';
import { askSql } from '../../sql/index.ts';
import { type Answered, completed, type ReportAnswer } from '../answer.ts';

/** The answer, asked for as the caller where it is one of SQL. @throws 400 SQL_ERROR, 403 */
export const answered = (
  { services, caller, ctx, ask }: Pick<HandlerCall, 'services' | 'caller' | 'ctx' | 'ask'>,
  answer: Answered,
): Promise<ReportAnswer> =>
  completed(answer, (request) => {
    const act = async (step: object) => (await ask<{ data: unknown }>('act', { step })).data;
    return askSql(actingDoor({ services, caller, signal: ctx.signal }, act), request);
  });
