import { isNumericColumn } from '../sql/index.ts';

/** The answer of app.report_answer: a result, or the SQL to run for one. */
export type Answered = ReportAnswer | { sql: string };

export interface ReportAnswer {
  columns: Array<{ name: string; type: string }>;
  rows: Array<Record<string, unknown>>;
  row_count: number;
  totals: Record<string, unknown>;
  /** Of the time before, with compare_to. */
  previous?: { rows: Array<Record<string, unknown>>; row_count: number; shift_seconds: number };
  truncated?: boolean;
}

/** The answer of POST /v1/sql. */
interface SqlRows {
  columns: string[];
  rows: Array<Record<string, unknown>>;
  row_count: number;
  truncated: boolean;
}

/**
 * The answer, fetched if it is one of SQL. @param askSql queries as the caller of the report; answers as POST /v1/sql
 * does
 */
export async function completed(
  answer: Answered,
  askSql: (request: { sql: string }) => Promise<string>,
): Promise<ReportAnswer> {
  if (!('sql' in answer)) return answer;
  const { columns, rows, row_count, truncated }: SqlRows = JSON.parse(
    await askSql({ sql: answer.sql }),
  );
  const isNumeric = (name: string) =>
    rows.some((row) => row[name] !== null) && isNumericColumn(rows, name);
  return {
    columns: columns.map((name) => ({
      name,
      type: isNumeric(name) ? 'number' : 'string',
    })),
    rows,
    row_count,
    totals: {},
    ...(truncated ? { truncated } : {}),
  };
}
