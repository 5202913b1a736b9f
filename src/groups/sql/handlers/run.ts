import type { Change } from '../../../db/call.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import { checkDepth } from '../../../operations/context.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { readKey, wantsDryRun } from '../../../operations/safe-writes.ts';
import { forget, type Opened, open, openedBefore, type SqlDoor, select } from '../question.ts';
import { readStatement, type Statement } from '../statement.ts';
import { changeInSql, type Write } from '../write.ts';
import { readWrite } from '../write-statement.ts';

interface Asked {
  sql: string;
  params?: unknown[];
  explain?: boolean;
  allow_write?: boolean;
  dry_run?: boolean;
}

/** The journal entry of a statement, besides its text. */
interface Ended {
  row_count: number | null;
  error: string | null;
}

/** POST /v1/sql */
export async function runSql(call: HandlerCall<Asked>): Promise<AnyAnswer> {
  const { args, ask, services, caller, credential, ctx } = call;
  const door: SqlDoor = {
    tenant: caller.tenant,
    logins: services.tenantLogins,
    ask,
    who: JSON.stringify([caller.bearer, credential.as_user]),
    signal: ctx.signal,
  };
  const { sql, params = [], allow_write } = args;
  if (args.dry_run && !allow_write)
    throw ApiError.invalid(
      'dry_run',
      'not_offered',
      'needs allow_write: a statement that only reads needs no dry run',
    );
  const write = allow_write
    ? await readWrite(sql).catch((error: unknown) => error as Error)
    : undefined;
  if (!write) return askInSql(door, args);
  // As for any change, also in its query or its headers. Nothing of it stays, not even a note.
  const dry_run = args.dry_run === true || wantsDryRun(call.req, call.search);
  if (dry_run) ctx.isDryRun = true;
  const note = dry_run
    ? async (work: () => Promise<Done<AnyAnswer>>) => (await work()).answer
    : async (work: () => Promise<Done<AnyAnswer>>) =>
        (await noted(door, sql, params, work)) as AnyAnswer;
  if (write instanceof Error)
    return note(async () => {
      // The right to ask at all is checked first.
      await open(door, write, params);
      throw write;
    });
  if (args.explain) throw ApiError.invalid('explain', 'not_offered', 'is only for SELECT');
  checkDepth(ctx);
  services.room.require();
  await services.installation.requireOpen(true);
  const key = readKey(call.req);
  const change: Change = dry_run ? { dry_run } : key === undefined ? {} : { key };
  const answer = await note(() =>
    changeInSql({ ...door, write: writerOf(call, change) }, { sql, params, write, change }),
  );
  services.wakeups.ring(caller.tenant);
  return answer;
}

/** Runs api.sql_write: unlike the questions around it, it may take long, and shares no statement. */
const writerOf =
  ({ services, caller, credential, ctx }: HandlerCall<Asked>, change: Change): Write =>
  async (args) => {
    const who = { tenant: caller.tenant, credential: { ...credential, root: ctx.root } };
    const answer = await services.operations.call(who, 'sql_write', args, {
      kind: 'write',
      change,
    });
    // Errors from here on happen after the change.
    ctx.hasActed = !change.dry_run;
    return answer;
  };

/** Asks in SQL: the statement is read, its names are bound to what the caller may see, and it runs as the tenant's own login. */
export async function askInSql(door: SqlDoor, asked: Asked): Promise<string> {
  const { sql, params = [] } = asked;
  const statement = await readStatement(sql).catch((error: unknown) => error as Error);
  const held = statement instanceof Error ? undefined : openedBefore(door, statement, params);
  if (held) {
    // With what the names stood for a moment ago, which spares a call.
    const { names, opened } = held;
    const still = { names, version: opened.version };
    const work = () => answerOf(door, asked, statement as Statement, opened);
    const answer = await noted(door, sql, params, work, still);
    if (answer !== undefined) return answer;
    forget(door, statement as Statement, params);
  }
  const work = async () => {
    const opened = await open(door, statement, params);
    if (statement instanceof Error) throw statement;
    return answerOf(door, asked, statement, opened);
  };
  return (await noted(door, sql, params, work)) as string;
}

/** The result of a statement. */
interface Done<A extends AnyAnswer = string> {
  row_count: number;
  answer: A;
}

async function answerOf(
  door: SqlDoor,
  { params = [], explain = false }: Asked,
  statement: Statement,
  opened: Opened,
): Promise<Done> {
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
}

/** The earlier answer for a repeated statement: see api.sql_end. */
interface Still {
  names: string[];
  version: string | null | undefined;
}

/**
 * Runs a statement, and notes it in the journal, also when it failed or its client left.
 * @param still what has to hold for the answer to be given
 * @returns undefined where it does not hold any more, or where that may be why the statement failed
 */
async function noted<A extends AnyAnswer>(
  door: SqlDoor,
  sql: string,
  params: unknown[],
  work: () => Promise<Done<A>>,
  still?: Still,
): Promise<A | undefined> {
  const started = performance.now();
  const end = (ended: Ended) =>
    door.ask<{ is_present: boolean }>('sql_end', {
      ...{ sql, params: params.map(kindOf), ...ended, duration_ms: since(started) },
      ...(ended.error === null ? still : {}),
    });
  let done: Done<A>;
  try {
    done = await work();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
    if (still && (code === 'SQL_ERROR' || code === 'FORBIDDEN')) return undefined;
    // A caller without the right has asked nothing. Where the journal cannot be written to, the first error is more
    // useful.
    if (code !== 'INSUFFICIENT_SCOPE') await end({ row_count: null, error: code }).catch(() => {});
    throw error;
  }
  const { is_present } = await end({ row_count: done.row_count, error: null });
  return is_present ? done.answer : undefined;
}

const since = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000;

/** The description of a parameter in the journal. */
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
