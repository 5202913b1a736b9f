import { DatabaseError } from 'pg';
import type { TenantLogins } from '../../../db/tenant-logins.ts';
import { ApiError } from '../../../errors.ts';
import type { Ask, HandlerCall } from '../../../http/handler.ts';
import { checkColumns } from '../check.ts';
import { compose, maxRows, type Relation } from '../compose.ts';
import { servable } from '../equalities.ts';
import { failureOf } from '../failures.ts';
import { type Rows, takeRows } from '../rows.ts';
import { placed, readStatement, type Statement, sqlError } from '../statement.ts';

interface Asked {
  sql: string;
  params?: unknown[];
  explain?: boolean;
}

/** What api.sql_run answers. */
interface Opened {
  relations: Record<string, Relation>;
  /** Whether row policies bind the caller. */
  is_bound: boolean;
}

/** What the journal keeps of a statement, beside its text. */
interface Ended {
  row_count: number | null;
  duration_ms: number;
  error: string | null;
}

/** Where a statement is asked, and as whom. */
export interface SqlDoor {
  tenant: string;
  logins: TenantLogins;
  isCluster: boolean;
  /** Runs api.sql_run and api.sql_end as the one who asks. */
  ask: Ask;
  signal?: AbortSignal | undefined;
}

/** POST /v1/sql */
export const runSql = ({ args, ask, services, caller, ctx }: HandlerCall<Asked>): Promise<string> =>
  askInSql(
    {
      tenant: caller.tenant,
      logins: services.tenantLogins,
      isCluster: services.gateway.isCluster,
      ask,
      signal: ctx.signal,
    },
    args,
  );

/**
 * Asks in SQL: the statement is read, its names are bound to what the caller may see, it runs as the tenant's own
 * login, and the journal notes it, also when it failed.
 */
export async function askInSql(
  door: SqlDoor,
  { sql, params = [], explain = false }: Asked,
): Promise<string> {
  const started = performance.now();
  const end = async (ended: Omit<Ended, 'duration_ms'>) => {
    const duration_ms = since(started);
    await door.ask('sql_end', { sql, params: params.map(kindOf), ...ended, duration_ms });
    return duration_ms;
  };
  try {
    const answer = await ask(door, sql, params, explain);
    const duration_ms = await end({ row_count: answer.rows.length, error: null });
    return (
      `{"columns":${JSON.stringify(answer.columns)},"rows":[${answer.rows.join(',')}],` +
      `"row_count":${answer.rows.length},"duration_ms":${duration_ms},"truncated":${answer.truncated}}`
    );
  } catch (error) {
    // A caller without the right, or one that left, has asked nothing.
    if (error instanceof ApiError && error.code !== 'INSUFFICIENT_SCOPE')
      await end({ row_count: null, error: error.code });
    throw error;
  }
}

async function ask(door: SqlDoor, sql: string, params: unknown[], explain: boolean): Promise<Rows> {
  if (door.isCluster)
    throw new ApiError('FORBIDDEN', 'SQL is not offered where tenants live on several machines.');
  // Who may ask at all is answered first: a stranger is told nothing about the statement.
  const statement = await readStatement(sql).catch((error: unknown) => error as Error);
  const isRead = !(statement instanceof Error);
  const opened = await door.ask<Opened>('sql_run', {
    names: isRead ? [...statement.named.relations.keys()] : [],
    equal: isRead ? servable(statement.equal, params) : {},
  });
  if (!isRead) throw statement;
  checkNames(statement, opened, sql, params, explain);
  const composed = compose(statement, opened.relations);
  const text = `${explain ? 'explain (costs off) ' : ''}${composed.text}`;
  // PostgreSQL refuses a value that no part of the statement takes.
  const values = params.slice(0, statement.named.parameters);
  return door.logins.use(
    door.tenant,
    async (client, spend) => {
      try {
        return await takeRows(client, { text, values }, maxRows, spend, door.signal);
      } catch (error) {
        if (!(error instanceof DatabaseError)) spend();
        throw failureOf(error, {
          before: composed.before + (explain ? explainLength : 0),
          start: statement.start,
          length: [...statement.text].length,
        });
      }
    },
    door.signal,
  );
}

const explainLength = 'explain (costs off) '.length;

/** What can be said of the names before anything runs. */
function checkNames(
  { named }: Statement,
  { relations, is_bound }: Opened,
  sql: string,
  params: unknown[],
  explain: boolean,
): void {
  if (explain && is_bound)
    throw new ApiError(
      'FORBIDDEN',
      'A plan would show the policies that bind you: explain is for those whom none binds.',
    );
  if (named.parameters > params.length)
    throw sqlError(
      `there is no parameter $${params.length + 1}: params holds ${params.length}`,
      undefined,
    );
  try {
    for (const [name, [at]] of named.relations)
      if (!Object.hasOwn(relations, name) && !named.given.has(name))
        throw new ApiError('SQL_ERROR', `relation "${name}" does not exist`, { details: { at } });
    checkColumns(
      named,
      Object.values(relations).flatMap(({ columns }) => columns),
    );
  } catch (error) {
    throw placed(error, sql);
  }
}

const since = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000;

/** What the journal says of a parameter. */
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
