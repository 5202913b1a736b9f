/**
 * `insula-snapshot/1`: one tenant at one moment, as a file. tar (POSIX pax) in zstd, in age where it is encrypted. Its entries,
 * in this order: `manifest.json`, `rows/<table>/<000001>.ndjson`, `journal/<000001>.ndjson`, `secrets/<000001>.ndjson`,
 * `files/<sha256>`, `end.json`. docs/operate/snapshot-format.md describes it for readers of others.
 */
export const formatName = 'insula-snapshot/1';
/** Of the readers that understand it: a file that names a higher one is refused. */
export const readerVersion = 1;
export const mediaType = 'application/vnd.insula.snapshot';

/** A table of a snapshot: its rows are JSON arrays in the order of `columns`, without `tenant_id`. */
export interface SnapshotTable {
  name: string;
  columns: string[];
  /** The primary key without `tenant_id`; empty for a table that has one row. */
  key: string[];
}

/** The contents that were asked for. */
export interface SnapshotOptions {
  /** All of it; only the schema and configuration; or the newest 1,000 objects of each type and what they refer to. */
  data: 'all' | 'none' | 'sample';
  files: boolean;
  /** `all`, `none`, or the time (ISO 8601) from which on. */
  journal_from: string;
  /** `included` only in an encrypted one. */
  secrets: 'included' | 'left_out';
  masked: boolean;
}

/** The first entry. */
export interface Manifest {
  format: typeof formatName;
  reader: number;
  /** The version of the product that wrote it. */
  service_version: string;
  /** The number of its last migration: `000054`. */
  schema_version: string;
  snapshot_at: string;
  /** The `since` from which /v1/changes of the tenant continues it without a gap. */
  feed_place: string;
  source: { installation_id: string; region: string | null };
  tenant: { id: string; name: string; slug: string | null; created_at: string; branding: object };
  options: SnapshotOptions;
  /** In the order of their foreign keys, as their rows follow; the last one is `journal`, whose rows have entries of their own. */
  tables: SnapshotTable[];
  /** Left out where they are not known before. `bytes` of the files. */
  totals?: { rows: number; files: number; bytes: number };
}

/** The last entry: without it a snapshot is truncated. */
export interface End {
  /** Those before it, in their order. The entry has no white space, and its members are in this order. */
  entries: Array<{ path: string; bytes: number; sha256: string }>;
  /** By table; the journal's rows under `journal`. */
  row_counts: Record<string, number>;
  files: { count: number; bytes: number };
  /** SHA-256 (hex) of the lines `path\0bytes\0sha256\n` of all entries. */
  digest: string;
}

/** The end without its list: the entries of a large tenant are too many to hold. */
export type Totals = Omit<End, 'entries'>;

/** A sealed value, opened: `[table, key, column, plaintext]`; `key` are the values of the table's key. */
export type Secret = [table: string, key: unknown[], column: string, plaintext: unknown];

/** The bytes of a file of the tenant, each once however many records share them. */
export interface SnapshotFile {
  sha256: string;
  bytes: number;
  open(): Promise<NodeJS.ReadableStream>;
}

/** The living tenant that a snapshot is made of. Each iteration is made once, in the order of the members here. */
export interface SnapshotSource {
  manifest: Manifest;
  /** The rows of a table as NDJSON: whole lines in each piece, of any size up to 8 MB, or one row. */
  rows(table: SnapshotTable): AsyncIterable<Buffer>;
  /** Likewise, in the order of places. */
  journal(): AsyncIterable<Buffer>;
  secrets(): AsyncIterable<Secret>;
  /** In the order of their checksums, each once. */
  files(): AsyncIterable<SnapshotFile>;
}

/** The place that a snapshot is read into. Called in the order of the entries; an error ends the reading. */
export interface SnapshotTarget {
  /** The manifest was checked: its tables and columns are known here. */
  begin(manifest: Manifest): Promise<void>;
  /** One chunk: whole lines of NDJSON, of at most 10,000 rows and 8 MB, or one of up to 64 MB, each a checked JSON array. */
  rows(table: SnapshotTable, lines: Buffer, rows: number): Promise<void>;
  journal(lines: Buffer, rows: number): Promise<void>;
  secrets(secrets: Secret[]): Promise<void>;
  /** Must read `content` to its end. It was announced as so many bytes; its checksum is compared when it is over. */
  file(file: { sha256: string; bytes: number }, content: NodeJS.ReadableStream): Promise<void>;
  /** All was there, and every checksum, count and the digest fit. */
  end(end: Totals): Promise<void>;
}

export interface Progress {
  done: number;
  total: number | null;
  unit: 'rows' | 'bytes';
}
