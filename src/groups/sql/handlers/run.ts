import type { Change } from '../../../db/call.ts';
import { ApiError } from '../../../errors.ts';
import { checkDepth } from '../../../http/context.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { readKey } from '../../../http/safe-writes.ts';
import { open, type SqlDoor, select } from '../question.ts';
import { readStatement } from '../statement.ts';
import { changeInSql, type Write } from '../write.ts';
import { readWrite } from '../write-statement.ts';

interface Asked {
  sql: string;
  params?: unknown[];
  explain?: boolean;
  allow_write?: boolean;
  dry_run?: boolean;
}

/** What the journal keeps of a statement, beside its text. */
interface Ended {
  row_count: number | null;
  error: string | null;
}

/** POST /v1/sql */
export async function runSql(call: HandlerCall<Asked>): Promise<string> {
  const { args, ask, services, caller, ctx } = call;
  const door: SqlDoor = {
    tenant: caller.tenant,
    logins: services.tenantLogins,
    isCluster: services.gateway.isCluster,
    ask,
    signal: ctx.signal,
  };
  const { sql, params = [], allow_write, dry_run = false } = args;
  if (dry_run && !allow_write)
    throw ApiError.invalid(
      'dry_run',
      'not_offered',
      'goes with allow_write: what only reads needs no trial',
    );
  const write = allow_write
    ? await readWrite(sql).catch((error: unknown) => error as Error)
    : undefined;
  if (!write) return askInSql(door, args);
  if (write instanceof Error)
    return noted(door, sql, params, async () => {
      // Who may ask at all is answered first.
      await open(door, write, params);
      throw write;
    });
  if (args.explain) throw ApiError.invalid('explain', 'not_offered', 'is for SELECT alone');
  checkDepth(ctx);
  services.room.require();
  if (dry_run) ctx.isDryRun = true;
  const key = readKey(call.req);
  const change: Change = dry_run ? { dry_run } : key === undefined ? {} : { key };
  const answer = await noted(door, sql, params, () =>
    changeInSql({ ...door, write: writerOf(call, change) }, { sql, params, write, change }),
  );
  services.wakeups.ring(caller.tenant);
  return answer;
}

/** Runs api.sql_write: unlike the questions around it, it may take long, and rides with nobody. */
const writerOf =
  ({ services, caller, credential, ctx }: HandlerCall<Asked>, change: Change): Write =>
  (args) =>
    services.gateway.call(
      caller.tenant,
      { ...credential, root: ctx.root, change },
      'sql_write',
      args,
      { kind: 'write' },
    );

/** Asks in SQL: the statement is read, its names are bound to what the caller may see, and it runs as the tenant's own login. */
export async function askInSql(
  door: SqlDoor,
  { sql, params = [], explain = false }: Asked,
): Promise<string> {
  return noted(door, sql, params, async () => {
    const statement = await readStatement(sql).catch((error: unknown) => error as Error);
    const opened = await open(door, statement, params);
    if (statement instanceof Error) throw statement;
    const { columns, rows, truncated, ms } = await select(door, statement, opened, {
      params,
      explain,
    });
    return {
      row_count: rows.length,
      answer:
        `{"columns":${JSON.stringify(columns)},"rows":[${rows.join(',')}],"row_count":${rows.length},` +
        `"duration_ms":${ms},"truncated":${truncated}}`,
    };
  });
}

/** Does what a statement says, and notes it in the journal, also when it failed or its client left. */
async function noted(
  door: SqlDoor,
  sql: string,
  params: unknown[],
  work: () => Promise<{ row_count: number; answer: string }>,
): Promise<string> {
  const started = performance.now();
  const end = (ended: Ended) => {
    const duration_ms = Math.round((performance.now() - started) * 1000) / 1000;
    return door.ask('sql_end', { sql, params: params.map(kindOf), ...ended, duration_ms });
  };
  let done: { row_count: number; answer: string };
  try {
    done = await work();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
    // A caller without the right has asked nothing. Where the journal cannot be written to, the first error says more.
    if (code !== 'INSUFFICIENT_SCOPE') await end({ row_count: null, error: code }).catch(() => {});
    throw error;
  }
  await end({ row_count: done.row_count, error: null });
  return done.answer;
}

/** What the journal says of a parameter. */
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
