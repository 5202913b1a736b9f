import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import type { Box } from '../credentials/box.ts';
import { connected } from '../db/client.ts';
import { isRefusal, toApiError } from '../db/errors.ts';
import { withAnyPassword } from '../db/passwords.ts';
import { version } from '../ground/machine/version.ts';
import type { Storage } from '../storage/storage.ts';
import { copiedRows, type Fields } from './copied-rows.ts';
import {
  formatName,
  type Manifest,
  readerVersion,
  type Secret,
  type SnapshotFile,
  type SnapshotOptions,
  type SnapshotSource,
  type SnapshotTable,
} from './format.ts';
import { isRead, type Past, type PastFacts, type ReadPast, readPast } from './past.ts';
import { sampleOf } from './sample.ts';
import { openedSecrets, sealedColumnsOf, withoutCiphers } from './secrets.ts';

/** The parts of a process that a source needs. */
export interface SourceParts {
  /** The address of the database as insula_worker. */
  url: string;
  storage: Storage;
  box: Box;
  region: string | null;
  /** For the list of files; the system's if left out. */
  scratch?: string | undefined;
}

/** The storage is only read. */
export type ReadParts = Omit<SourceParts, 'storage'> & { storage: Pick<Storage, 'has' | 'open'> };

export type SourceOptions = Omit<SnapshotOptions, 'masked'> & {
  /** As it was earlier, not as it is. */
  past?: Past | undefined;
};

/** A living tenant; `close` ends its transaction, whatever was read of it. */
export interface LivingSource extends SnapshotSource {
  /** Of an earlier moment: what the target is told beside its rows. */
  past: PastFacts | undefined;
  close(): Promise<void>;
}

/** How long a snapshot may keep its transaction, which keeps PostgreSQL from removing what was deleted since. */
const longest = '2h';
const pageSize = 500;
const pieceBytes = 1024 * 1024;

/** A table, and how it is read. */
interface ReadTable extends SnapshotTable {
  written: string[];
  is_schema: boolean;
}

/**
 * A tenant as it is at this moment, however long it is read: one transaction, REPEATABLE READ and READ ONLY, on a connection of
 * its own. It has no number, so it holds up no feed.
 * @throws ApiError 404 when there is no such tenant
 */
export async function openSource(
  parts: ReadParts,
  tenant: string,
  { past: asked, ...options }: SourceOptions,
): Promise<LivingSource> {
  const settings = {
    application_name: `insula snapshot ${tenant}`,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  };
  const client = await withAnyPassword(parts.url, (url) => connected(url, settings));
  try {
    await client.query(
      `select set_config('statement_timeout', '0', false),
        set_config('idle_in_transaction_session_timeout', '0', false), set_config('transaction_timeout', $1, false)`,
      [longest],
    );
    await client.query('begin transaction isolation level repeatable read, read only');
    const { rows } = await client.query('select worker.snapshot_begin($1) as begun', [tenant]);
    const tables = (await tablesOf(client, options)).filter(isRead(asked));
    const past = asked && (await readPast(client, tenant, asked));
    const names = tables.map(({ name }) => name);
    const sample = options.data === 'sample' ? await sampleOf(client, tenant, names) : undefined;
    const begun = { ...rows[0].begun, ...past?.begun };
    const manifest = manifestOf(begun, { tables, options, region: parts.region });
    return new TenantSource({ client, parts, tenant, tables, manifest, sample, past });
  } catch (error) {
    await client.end();
    throw isRefusal(error) ? toApiError(error) : error;
  }
}

async function tablesOf(client: pg.Client, { data }: SourceOptions): Promise<ReadTable[]> {
  const { rows } = await client.query<ReadTable>('select * from worker.snapshot_tables()');
  return data === 'none'
    ? rows.filter(({ name, is_schema }) => is_schema || name === 'journal')
    : rows;
}

interface Begun extends Pick<Manifest, 'snapshot_at' | 'feed_place' | 'schema_version' | 'tenant'> {
  installation_id: string;
}

function manifestOf(
  { installation_id, ...begun }: Begun,
  given: { tables: ReadTable[]; options: SourceOptions; region: string | null },
): Manifest {
  return {
    format: formatName,
    reader: readerVersion,
    service_version: version,
    ...begun,
    source: { installation_id, region: given.region },
    options: { ...given.options, masked: false },
    tables: given.tables.map(({ name, columns, key }) => ({ name, columns, key })),
  };
}

interface Opened {
  client: pg.Client;
  parts: ReadParts;
  tenant: string;
  tables: ReadTable[];
  manifest: Manifest;
  /** Which rows of a table, if not all: see sampleOf. */
  sample: Map<string, string> | undefined;
  past: ReadPast | undefined;
}

class TenantSource implements LivingSource {
  readonly manifest: Manifest;
  private readonly client: pg.Client;
  private readonly parts: ReadParts;
  private readonly tenant: string;
  private readonly tables: Map<string, ReadTable>;
  private readonly sample: Map<string, string> | undefined;
  readonly past: PastFacts | undefined;
  private readonly pastRows: ReadPast['rows'] | undefined;
  private isOpen = true;

  constructor({ client, parts, tenant, tables, manifest, sample, past }: Opened) {
    this.past = past?.facts;
    this.pastRows = past?.rows;
    this.sample = sample;
    this.client = client;
    this.parts = parts;
    this.tenant = tenant;
    this.tables = new Map(tables.map((table) => [table.name, table]));
    this.manifest = manifest;
  }

  async *rows({ name }: SnapshotTable): AsyncGenerator<Buffer> {
    const table = this.tables.get(name) as ReadTable;
    const from =
      this.pastRows?.(name) ??
      `from app.${table.name} t where t.tenant_id = ${this.literal} ${this.only(name)}`;
    const order = table.key.length > 0 ? `order by ${table.key.map((key) => `t.${key}`)}` : '';
    if (sealedColumnsOf(name).length === 0) {
      const query = `select json_build_array(${table.written})::text ${from} ${order}`;
      for await (const rows of copiedRows(this.client, query)) yield* linesOf(rows);
    } else {
      const columns = table.written.map((written) => `to_json(${written})::text`);
      const query = `select ${columns} ${from} ${order}`;
      const areLeftOut = this.manifest.options.secrets === 'left_out';
      for await (const rows of copiedRows(this.client, query)) {
        const lines = rows.map((fields) => {
          const texts = fields.map((field) => field?.toString() ?? 'null');
          return Buffer.from(`[${withoutCiphers(name, table.columns, texts, areLeftOut)}]`);
        });
        yield* linesOf(lines.map((line) => [line]));
      }
    }
  }

  async *journal(): AsyncGenerator<Buffer> {
    const { journal_from: from, data } = this.manifest.options;
    const table = this.tables.get('journal');
    if (!table || from === 'none' || data === 'none') return;
    const since =
      from === 'all'
        ? ''
        : `and t.id >= app.event_id_at(${this.client.escapeLiteral(from)}::timestamptz)`;
    const query = `select json_build_array(${table.written})::text from app.journal t
      where t.tenant_id = ${this.literal} ${since} order by t.xid, t.id`;
    for await (const rows of copiedRows(this.client, query)) yield* linesOf(rows);
  }

  async *secrets(): AsyncGenerator<Secret> {
    if (this.manifest.options.secrets === 'left_out') return;
    for (const { name, key } of this.tables.values())
      for (const column of sealedColumnsOf(name)) {
        const wanted = [...new Set([...key, column.column, ...column.beside])];
        const query = `select ${wanted} from app.${name} t
          where t.tenant_id = ${this.literal} and t.${column.column}::text like '%enc:v%' ${this.only(name)}`;
        for await (const row of this.cursor(query)) {
          const plaintext = openedSecrets(this.parts.box, this.tenant, column, row);
          if (plaintext === null || plaintext.length === 0) continue;
          yield [name, key.map((part) => row[part]), column.column, plaintext];
        }
      }
  }

  async *files(): AsyncGenerator<SnapshotFile> {
    const { files, data } = this.manifest.options;
    if (!files || data === 'none') return;
    const { storage } = this.parts;
    const list = await this.listFiles();
    try {
      // Bytes take long, and need no transaction.
      await this.close();
      const lines = createInterface({
        input: createReadStream('', { fd: list, autoClose: false, start: 0 }),
      });
      for await (const line of lines) {
        const [sha256, bytes, key] = JSON.parse(line);
        // Purged since.
        if (!(await storage.has(key))) continue;
        yield { sha256, bytes, open: () => storage.open(key) };
      }
    } finally {
      await list.close();
    }
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.client.end();
  }

  /** Writes which bytes there are to a file that no one else sees: a tenant may have millions. */
  private async listFiles(): Promise<FileHandle> {
    const { scratch = tmpdir() } = this.parts;
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const path = join(scratch, `insula-${randomUUID()}`);
    const list = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      const query = `select json_build_array(b.checksum, b.size_bytes, b.storage_key)::text
        from app.blobs b where b.tenant_id = ${this.literal} and not b.is_going and (
          exists (select 1 from app.file_versions t where t.tenant_id = b.tenant_id and t.storage_key = b.storage_key ${this.only('file_versions')})
          or exists (select 1 from app.files t where t.tenant_id = b.tenant_id and t.storage_key = b.storage_key and t.status = 'ready'
            ${this.only('files')}))
        order by b.checksum`;
      for await (const rows of copiedRows(this.client, query))
        for (const lines of linesOf(rows)) await list.write(lines);
      return list;
    } catch (error) {
      await list.close();
      throw error;
    }
  }

  private async *cursor(query: string): AsyncGenerator<Record<string, unknown>> {
    await this.client.query(`declare page no scroll cursor for ${query}`);
    for (;;) {
      const { rows } = await this.client.query(`fetch ${pageSize} from page`);
      yield* rows;
      if (rows.length < pageSize) break;
    }
    await this.client.query('close page');
  }

  /** The further condition of a sample. */
  private only(table: string): string {
    const condition = this.sample?.get(table);
    return condition === undefined ? '' : `and ${condition}`;
  }

  private get literal(): string {
    return this.client.escapeLiteral(this.tenant);
  }
}

const newline = Buffer.from('\n');

/** Rows of one field each as lines, in pieces. */
function* linesOf(rows: readonly Fields[]): Generator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for (const [line] of rows) {
    if (line === undefined) continue;
    if (bytes > 0 && bytes + line.length > pieceBytes) {
      yield Buffer.concat(piece);
      piece = [];
      bytes = 0;
    }
    piece.push(line, newline);
    bytes += line.length + 1;
  }
  if (bytes > 0) yield Buffer.concat(piece);
}
