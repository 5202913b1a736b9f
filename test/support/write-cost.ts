import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../../src/db/urls.ts';
import type { Client } from './api.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** The work of one request in the database. */
export interface WriteCost {
  /** Statements, those of functions included; PostgreSQL inlines some functions, which then run no statement. */
  statements: number;
  /** Rows written, by table: `objects +1` inserted, `~1` changed in place (HOT), `^1` changed, `-1` deleted. */
  rows: string[];
  /** Entries added to indexes, by table; of a GIN index one for each row, which waits in its list for vacuum. */
  entries: string[];
  /** Pages of tables, indexes and the catalog, looked at or changed. */
  buffers: number;
  /** Bytes of WAL, without images of whole pages, which a checkpoint decides. */
  wal: number;
}

/** The meter of a server whose connections of the API have begun again, so that it counts each statement. */
export async function meterOf(server: Pick<TestServer, 'db'>, api: Client): Promise<WriteMeter> {
  const { rows } = await server.db.query('select current_database() as name');
  const meter = await WriteMeter.open(rows[0].name);
  await until(
    () => Promise.all(Array.from({ length: 20 }, () => api.get('/v1/object-types'))),
    (answers) => answers.every(({ status }) => status === 200),
  );
  return meter;
}

/** Reads the cost of requests from pg_stat_statements and from the WAL, where it is the same on any machine. */
export class WriteMeter {
  private readonly admin: pg.Client;

  private constructor(admin: pg.Client) {
    this.admin = admin;
  }

  /** @param database of the server; its connections of the API start again, so that they count each statement */
  static async open(database: string): Promise<WriteMeter> {
    const admin = new pg.Client({
      connectionString: withDatabase(inject('server').superuserUrl, database),
      application_name: 'test meter',
    });
    await admin.connect();
    await admin.query(`
      create extension if not exists pg_stat_statements schema ext;
      create extension if not exists pg_walinspect schema ext;
      alter database "${database}" set pg_stat_statements.track = 'all'`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = 'insula_api'`,
    );
    return new WriteMeter(admin);
  }

  close(): Promise<void> {
    return this.admin.end();
  }

  /**
   * The cost of a request once the caches know it: of eleven, one of the cheapest quarter, since some meet a page that is full or
   * the first change after a checkpoint, and on a busy machine most what the server asks by itself now and then.
   */
  async of(request: (n: number) => Promise<unknown>): Promise<WriteCost> {
    const costs: WriteCost[] = [];
    for (let n = 0; n < 13; n++) costs.push(await this.once(() => request(n)));
    const warm = costs.slice(2);
    const least = Math.min(...warm.map(({ statements }) => statements));
    const alone = warm.filter(({ statements }) => statements === least);
    const cheap = (of: 'buffers' | 'wal') =>
      alone.toSorted((a, b) => a[of] - b[of])[alone.length >> 2] as WriteCost;
    return { ...cheap('wal'), buffers: cheap('buffers').buffers };
  }

  private async once(work: () => Promise<unknown>): Promise<WriteCost> {
    const { admin } = this;
    await admin.query(
      `select ext.pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`,
    );
    const from = await this.place();
    await work();
    const to = await this.place();
    const { rows: counted } = await admin.query<{ calls: number; buffers: number }>(
      `select sum(calls)::int as calls,
         sum(shared_blks_hit + shared_blks_read + shared_blks_dirtied) filter (where toplevel)::int as buffers
       from ext.pg_stat_statements s
       join pg_database d on d.oid = s.dbid
       where d.datname = current_database() and s.userid <> (select oid from pg_roles where rolname = current_user)
         and s.query not like 'NOTIFY %'`,
    );
    // The first block of a record is the one that it is about.
    const { rows } = await admin.query<{
      kind: string;
      name: string;
      records: number;
      bytes: number;
    }>(
      `select r.kind, regexp_replace(coalesce(t.relname, c.relname), '_\\d{4}_\\d{2}$', '') as name,
         count(*)::int as records, sum(b.record_length - coalesce(b.block_fpi_length, 0))::int as bytes
       from ext.pg_get_wal_block_info($1, $2, false) b
       join pg_class c on c.relfilenode = b.relfilenode
       left join pg_index i on i.indexrelid = c.oid
       left join pg_class t on t.oid = i.indrelid
       cross join lateral (select case
         when b.resource_manager = 'Heap' and b.record_type like 'INSERT%' then '+'
         when b.resource_manager = 'Heap' and b.record_type like 'HOT_UPDATE%' then '~'
         when b.resource_manager = 'Heap' and b.record_type like 'UPDATE%' then '^'
         when b.resource_manager = 'Heap' and b.record_type like 'DELETE%' then '-'
         when b.resource_manager = 'Heap2' and b.record_type like 'MULTI_INSERT%' then '+'
         when b.resource_manager = 'Btree' and b.record_type ~ '^(INSERT_LEAF|INSERT_POST|SPLIT_[LR])' then 'entry'
         when b.resource_manager = 'Gin' and b.record_type ~ '^(INSERT$|UPDATE_META_PAGE)' then 'entry'
         else 'other' end) r(kind)
       where b.block_id = 0 and c.relnamespace = 'app'::regnamespace
         and b.reldatabase = (select oid from pg_database where datname = current_database())
       group by 1, 2 order by 2, 1`,
      [from, to],
    );
    const shown = (kinds: string[]) =>
      rows
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ kind, name, records }) => `${name} ${kind === 'entry' ? '' : kind}${records}`);
    return {
      statements: counted[0]?.calls ?? 0,
      buffers: counted[0]?.buffers ?? 0,
      rows: shown(['+', '~', '^', '-']),
      entries: shown(['entry']),
      wal: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  private async place(): Promise<string> {
    // Only WAL that has been flushed can be read.
    await this.admin.query(`select pg_logical_emit_message(false, 'meter', '', true)`);
    const { rows } = await this.admin.query('select pg_current_wal_flush_lsn()::text as place');
    return rows[0].place;
  }
}
