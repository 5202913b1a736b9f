import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Logger } from 'pino';
import { version } from '../ground/machine/version.ts';
import { delegateFunctions, toDelegate } from './citus/functions.ts';
import { repeatClashing } from './clash.ts';
import { withClient } from './client.ts';
import { closeGate } from './gate.ts';
import { type Pending, runTogether } from './pending.ts';
import { describeSqlError, SqlFileError } from './sql-error.ts';
import { withOptions } from './urls.ts';

export interface ApplyOptions {
  /** Validate every function body while applying, and apply even when nothing changed. */
  check?: boolean;
  /** Apply even when nothing changed. */
  force?: boolean;
  /** Have calls travel to the nodes of their tenants: the tables are spread over a Citus cluster. */
  delegates?: boolean;
  /** The folder with the functions; `sql/` of this repository except in some tests. */
  folder?: string;
  /** Migrations that are run before, in the same transaction. */
  pending?: Pending[];
  /** Calls may be under way: of the functions and tables they see those of before or those of after, see closeGate. */
  gate?: Logger;
}

export interface ApplyResult {
  /** Files run. Zero when nothing had changed. */
  applied: number;
  skipped: number;
  /** Signatures of the functions that no file declares any more, now dropped. */
  pruned: string[];
  ms: number;
  /** How long calls waited, at most. */
  heldMs: number;
}

/** A file of functions, in the order of its path. */
interface SqlFile {
  path: string;
  text: string;
}

/** `308 files applied in 120 ms, dropped api.old(text, jsonb)` */
export function describeApply({ applied, pruned, ms, heldMs }: ApplyResult): string {
  if (applied === 0) return 'functions: nothing has changed';
  const dropped = pruned.length > 0 ? `, dropped ${pruned.join(', ')}` : '';
  const held = heldMs > 0 ? `; calls waited for ${heldMs} ms at most` : '';
  return `functions: ${applied} files applied in ${ms} ms${dropped}${held}`;
}

type FunctionVersions = Map<string, string>;

const ownFolder = fileURLToPath(new URL('../../sql', import.meta.url));
/** Schemas whose functions all come from files; what no file declares is dropped there. */
const ownedSchemas = ['api', 'app', 'auth', 'bounded', 'gateway', 'platform', 'worker'];
const lockKey = "hashtextextended('insula apply', 0)";

/**
 * Brings the functions of the database to the state of `sql/`: every file, in order of path, in one transaction.
 * Skipped when neither a file nor a migration has changed since the last time, in the same PostgreSQL.
 * @param url the migrating role; the work is done and owned by insula_owner
 * @throws SqlFileError with file, line, column and a caret
 */
export async function apply(url: string, options: ApplyOptions = {}): Promise<ApplyResult> {
  const owner = withOptions(url, {
    role: 'insula_owner',
    // Work that a killed migrator began ends soon, and with it the locks that calls wait for.
    client_connection_check_interval: 500,
  });
  return repeatClashing(
    () => withClient(owner, 'apply', (client) => applyWith(client, options)),
    options.gate,
  );
}

async function applyWith(client: pg.Client, options: ApplyOptions): Promise<ApplyResult> {
  const started = performance.now();
  const files = readFiles(options.folder ?? ownFolder);
  await client.query('begin');
  // Before lock_timeout is set: another process that applies is waited for, however long it takes.
  await client.query(`select pg_advisory_xact_lock(${lockKey})`);
  await ensureNote(client);
  await client.query(`
    set local client_min_messages = warning;
    set local check_function_bodies = ${options.check ? 'on' : 'off'};`);
  const { pending = [], gate } = options;
  let hash = await hashOf(client, files);
  let heldMs = 0;
  const done = (applied: number, pruned: string[]): ApplyResult => ({
    applied,
    skipped: files.length - applied,
    pruned,
    ms: Math.round(performance.now() - started),
    heldMs,
  });
  if (
    pending.length === 0 &&
    !options.force &&
    !options.check &&
    (await isApplied(client, hash, options))
  ) {
    await client.query('commit');
    return done(0, []);
  }
  const newer = options.force ? undefined : await newerVersion(client);
  if (newer) {
    await client.query('rollback');
    gate?.warn(`the functions are those of Insula ${newer}: they serve ${version} as well`);
    return done(0, []);
  }
  await client.query(`set local lock_timeout = '2s'`);
  const before = await functionVersions(client);
  // These statements can run beside calls: calls neither see their effect nor wait for them.
  const late = gate ? await runEarly(client, files) : files;
  const made = await functionVersions(client);
  if (gate) await closeGate(client, gate);
  const closed = performance.now();
  if (pending.length > 0) {
    await runTogether(client, pending);
    hash = await hashOf(client, files);
  }
  // A migration may have dropped what a file had made.
  const now = await functionVersions(client);
  const areThere = [...made.keys()].every((oid) => now.has(oid));
  const pruned = await runAll(client, areThere ? late : files, before);
  await client.query(`alter table private.applied add column if not exists version text;
    delete from private.applied`);
  await client.query('insert into private.applied (hash, files, version) values ($1, $2, $3)', [
    hash,
    files.length,
    version,
  ]);
  await client.query('commit');
  if (gate) heldMs = Math.round(performance.now() - closed);
  // Citus tells the nodes by other connections, which would wait for this transaction.
  if (options.delegates) await delegateFunctions(client);
  return done(files.length, pruned);
}

/** A statement that finds its table there already would write its comment again, at every start. */
async function ensureNote(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('private.applied') as found`);
  if (rows[0].found) return;
  await client.query(`
    create schema if not exists private;
    create table if not exists private.applied (
      hash text not null, files int not null, applied_at timestamptz not null default now());
    comment on table private.applied is 'One row: what insula migrate functions applied last.'`);
}

/**
 * Runs the files that make functions and nothing else: those of the folders, but for views, which calls may be reading.
 * @returns the others, and those that need a migration first
 */
async function runEarly(client: pg.Client, files: SqlFile[]): Promise<SqlFile[]> {
  const late: SqlFile[] = [];
  for (const file of files) {
    const isEarly = file.path.includes('/') && !file.path.startsWith('65_');
    const isMade =
      isEarly &&
      (await runFile(client, file).then(
        () => true,
        (error) => {
          if (error instanceof SqlFileError) return false;
          throw error;
        },
      ));
    if (!isMade) late.push(file);
  }
  return late;
}

/**
 * Runs the files and prunes in between: first what makes functions; then `90_*`, which is generated from the
 * functions that are there, so that what no file declares is gone by then; the grants last.
 * @returns the signatures of what was pruned
 */
async function runAll(
  client: pg.Client,
  files: SqlFile[],
  before: FunctionVersions,
): Promise<string[]> {
  const declaring = files.filter((file) => file.path < '90_');
  const closing = files.filter((file) => file.path >= '90_');
  const grants = closing.filter((file) => file.path.startsWith('90_grants'));
  const generating = closing.filter((file) => !grants.includes(file));

  for (const file of declaring) await runFile(client, file);
  const generated = generating.map((file) => file.text).join('\n');
  const pruned = await prune(client, before, (name) => !generated.includes(`${name}(`));
  for (const file of generating) await runFile(client, file);
  pruned.push(...(await prune(client, before, () => true)));
  for (const file of grants) await runFile(client, file);
  return pruned;
}

/** At once, before anything is served: one by one in the pool of threads, two thousand files take five times as long. */
function readFiles(folder: string): SqlFile[] {
  return pathsIn(folder, '')
    .sort()
    .map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') }));
}

/** The option `recursive` of readdir asks about each file again whether it is a folder, which takes as long as all the rest. */
function pathsIn(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.isDirectory()) return pathsIn(`${folder}/${entry.name}`, `${path}/`);
    return path.endsWith('.sql') ? [path] : [];
  });
}

/**
 * Of the files, of the migrations that ran before them (one may have dropped what a file made), and of the PostgreSQL that
 * they were applied in: in another one, where a dump was restored, or on a cluster, some have something else to do.
 */
async function hashOf(client: pg.Client, files: SqlFile[]): Promise<string> {
  const hash = createHash('sha256');
  // In one piece: each update is a call into OpenSSL, with a text to convert.
  hash.update(files.map(({ path, text }) => `${path}\n${text.length}\n${text}`).join(''));
  const { rows } = await client.query(
    `select to_regclass('graphile_migrate.migrations') is not null as "hasMigrations",
       exists (select 1 from pg_extension where extname = 'citus') as "isCluster"`,
  );
  if (rows[0].isCluster) hash.update('citus');
  if (rows[0].hasMigrations) {
    const ran = await client.query(`
      select concat_ws(' ', (select max(filename || hash) from graphile_migrate.migrations),
                            (select max(content) from graphile_migrate.current)) as migrations`);
    hash.update(ran.rows[0].migrations);
  }
  const cluster = await client.query('select system_identifier::text from pg_control_system()');
  hash.update(cluster.rows[0].system_identifier);
  return hash.digest('hex');
}

async function isApplied(
  client: pg.Client,
  hash: string,
  { delegates }: ApplyOptions,
): Promise<boolean> {
  const { rowCount } = await client.query('select from private.applied where hash = $1', [hash]);
  return rowCount === 1 && !(delegates && (await toDelegate(client)).length > 0);
}

/** Returns the version that applied the functions if it is newer than this one: then this process does not replace them. */
async function newerVersion(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string }>(
    `select a.version from (select to_jsonb(x)->>'version' as version from private.applied x) a
      where string_to_array(substring(a.version from '^[0-9.]+'), '.')::int[] > $1::int[]`,
    [version.replace(/-.*/, '').split('.')],
  );
  return rows[0]?.version;
}

/**
 * Runs one file. Where it changes a function in a way that stands beside the old one instead of replacing it (a
 * parameter's name or type, the type it returns), the old one is dropped first.
 */
async function runFile(client: pg.Client, file: SqlFile, attempt = 1): Promise<void> {
  await client.query('savepoint file');
  try {
    await client.query(file.text);
    await client.query('release savepoint file');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query('rollback to savepoint file');
    const obsolete = await obsoleteBecauseOf(error, client, file);
    if (obsolete.length === 0 || attempt > 20) throw describeSqlError(error, file);
    for (const drop of obsolete) await client.query(drop);
    await runFile(client, file, attempt + 1);
  }
}

/** The statements that drop what keeps a file from running; none when it has another fault. */
async function obsoleteBecauseOf(
  error: pg.DatabaseError,
  client: pg.Client,
  file: SqlFile,
): Promise<string[]> {
  if (error.code === '42P13') {
    const [, drop] = /^Use (DROP (?:FUNCTION|PROCEDURE) .+) first\.$/.exec(error.hint ?? '') ?? [];
    return drop ? [drop] : [];
  }
  // "comment on function f" with an old signature of f still there
  if (error.code !== '42725') return [];
  const commented = file.text.matchAll(/^comment on function (\w+\.\w+) is/gim);
  const { rows } = await client.query<{ drop: string }>(
    `select 'drop routine ' || p.oid::regprocedure as drop from pg_proc p
      where p.pronamespace::regnamespace || '.' || p.proname = any ($1)`,
    [[...commented].map(([, name]) => name)],
  );
  return rows.map(({ drop }) => drop);
}

/** Each function by oid, with the version of its catalog row, which `create or replace` always renews. */
async function functionVersions(client: pg.Client): Promise<FunctionVersions> {
  const { rows } = await client.query(
    `select p.oid::text as oid, p.xmin::text || p.ctid::text as version
       from pg_proc p
      where p.pronamespace = any (select oid from pg_namespace where nspname = any ($1))
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [ownedSchemas],
  );
  return new Map(rows.map((row) => [row.oid, row.version]));
}

/** Drops the functions that were there before, that no file has declared again, and that `isObsolete` does not spare. */
async function prune(
  client: pg.Client,
  before: FunctionVersions,
  isObsolete: (name: string) => boolean,
): Promise<string[]> {
  const after = await functionVersions(client);
  const untouched = [...before].filter(([oid, version]) => after.get(oid) === version);
  const { rows } = await client.query<{ name: string; signature: string; kind: string }>(
    `select p.pronamespace::regnamespace::text || '.' || p.proname as name,
            p.oid::regprocedure::text as signature,
            case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end as kind
       from pg_proc p where p.oid = any ($1) order by 2`,
    [untouched.map(([oid]) => oid)],
  );
  const obsolete = rows.filter((row) => isObsolete(row.name));
  for (const { kind, signature } of obsolete) await client.query(`drop ${kind} ${signature}`);
  return obsolete.map((row) => row.signature);
}
