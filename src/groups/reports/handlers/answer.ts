import type { HandlerCall } from '../../../http/handler.ts';
import { askerOf } from '../../../sandbox/ask-sql.ts';
import { loadAskSql } from '../../sql/index.ts';

/** What app.report_answer says: an answer, or the SQL to ask for one. */
export type Answered = ReportAnswer | { sql: string };

export interface ReportAnswer {
  columns: Array<{ name: string; type: string }>;
  rows: Array<Record<string, unknown>>;
  row_count: number;
  totals: Record<string, unknown>;
  truncated?: boolean;
}

/** What POST /v1/sql answers. */
interface SqlRows {
  columns: string[];
  rows: Array<Record<string, unknown>>;
  row_count: number;
  truncated: boolean;
}

/** The answer, asked for as the caller where it is one of SQL. @throws 400 SQL_ERROR, 403 */
export async function answered(
  { services, caller, ctx, ask }: HandlerCall<never>,
  answer: Answered,
): Promise<ReportAnswer> {
  if (!('sql' in answer)) return answer;
  const askSql = await loadAskSql();
  const act = async (step: object) => (await ask<{ data: unknown }>('report_act', { step })).data;
  const asker = askerOf(services, caller.tenant, act, ctx.signal);
  const { columns, rows, row_count, truncated }: SqlRows = JSON.parse(
    await askSql(asker, { sql: answer.sql }),
  );
  const typeOf = (name: string) => typeof rows.find((row) => row[name] !== null)?.[name];
  return {
    columns: columns.map((name) => ({
      name,
      type: typeOf(name) === 'number' ? 'number' : 'string',
    })),
    rows,
    row_count,
    totals: {},
    ...(truncated ? { truncated } : {}),
  };
}
