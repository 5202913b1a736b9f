import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Bytes } from './bytes.ts';
import { EndCheck } from './end-check.ts';
import { type Entry, Tally } from './entry-list.ts';
import { type InvalidReason, SnapshotInvalid } from './errors.ts';
import type { Manifest, Secret, SnapshotTable, SnapshotTarget, Totals } from './format.ts';
import { JsonFault, rowEnd } from './json-scan.ts';
import { type Lift, liftColumn } from './lift.ts';
import {
  chunkBytes,
  manifestBytes,
  mostEntries,
  rowBytes,
  rowsPerChunk,
  secretsBytes,
  tailBytes,
} from './limits.ts';
import { type KnownTables, readManifest } from './manifest.ts';
import { type Kind, Order } from './order.ts';
import { blockBytes, isZero, padding, readHeader } from './tar.ts';

export interface ReadingOptions {
  known: (schemaVersion: string) => KnownTables;
  target: SnapshotTarget | undefined;
  mayHaveSecrets: () => boolean;
  lifts: Lift[] | undefined;
  /** After each entry. */
  report: () => void;
}

interface Announced {
  path: string;
  bytes: number;
}

const invalid = (reason: InvalidReason, message: string, entry: string, row?: number) =>
  new SnapshotInvalid(reason, message, row === undefined ? { entry } : { entry, row });

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads the entries of one archive, checks them, and hands them on. */
export class Reading {
  manifest!: Manifest;
  totals!: Totals;
  readonly #bytes: Bytes;
  readonly #options: ReadingOptions;
  readonly #end = new EndCheck();
  #tally!: Tally;
  #tables!: KnownTables;
  /** The tables of the manifest by their present names. */
  #lifted!: SnapshotTable[];
  #last = 'the beginning';

  constructor(bytes: Bytes, options: ReadingOptions) {
    this.#bytes = bytes;
    this.#options = options;
  }

  /** @throws SnapshotInvalid, SnapshotTooNew, and what the target throws */
  async run(): Promise<void> {
    await this.#readManifest();
    const order = new Order(this.manifest);
    for (;;) {
      const entry = await this.#header();
      const kind = order.next(entry.path);
      if (kind.kind === 'end') {
        await this.#readEnd(entry);
        return;
      }
      await this.#entry(kind, entry);
      await this.#pad(entry);
      this.#options.report();
    }
  }

  async #header(): Promise<Announced> {
    const block = await this.#bytes.take(blockBytes);
    if (isZero(block))
      throw new SnapshotInvalid('truncated', 'The archive ends without the entry end.json');
    const entry = readHeader(block, this.#last);
    this.#last = entry.path;
    return entry;
  }

  async #pad({ path, bytes }: Announced): Promise<void> {
    const zeros = await this.#bytes.take(padding(bytes), path);
    if (!isZero(zeros)) throw invalid('unsafe_entry', 'What fills up an entry is not zero', path);
  }

  #note(entry: Entry): void {
    if (!this.#tally.entry(entry))
      throw invalid('too_large', `More than ${mostEntries} entries`, entry.path);
    this.#end.add(entry);
  }

  /** An entry that is held as a whole. */
  async #whole({ path, bytes }: Announced, most: number): Promise<Buffer> {
    if (bytes > most) throw invalid('too_large', `An entry has more than ${most} bytes`, path);
    return this.#bytes.take(bytes, path);
  }

  async #readManifest(): Promise<void> {
    const block = await this.#bytes.take(blockBytes);
    const isTar = block.toString('latin1', 257, 262) === 'ustar';
    if (!isTar) throw new SnapshotInvalid('not_a_snapshot', 'This is not an archive of tar');
    const entry = readHeader(block, this.#last);
    if (entry.path !== 'manifest.json')
      throw invalid('not_a_snapshot', 'The first entry is not manifest.json', entry.path);
    const bytes = await this.#whole(entry, manifestBytes);
    const { known, target, lifts } = this.#options;
    const keep = (version: string): KnownTables => {
      this.#tables = known(version);
      return this.#tables;
    };
    const { manifest, lifted } = readManifest(bytes, keep, lifts);
    this.manifest = manifest;
    this.#lifted = lifted;
    if (this.manifest.options.secrets === 'included' && !this.#options.mayHaveSecrets())
      throw invalid(
        'unsafe_entry',
        'It says that it has secrets, but is not encrypted',
        entry.path,
      );
    this.#tally = new Tally(this.manifest.tables);
    await this.#pad(entry);
    this.#note({ ...entry, sha256: sha256(bytes) });
    this.#last = entry.path;
    await target?.begin({ ...manifest, tables: lifted });
  }

  async #entry(kind: Kind, entry: Announced): Promise<void> {
    if (kind.kind === 'file') await this.#file(entry, kind.sha256);
    else if (kind.kind === 'secrets') await this.#secrets(entry);
    else if (kind.kind === 'rows' || kind.kind === 'journal') await this.#rows(entry, kind);
  }

  async #chunk(entry: Announced, most: number, columns: number): Promise<[Buffer, number]> {
    const bytes = await this.#whole(entry, most);
    const rows = countRows(bytes, columns, entry.path);
    this.#note({ ...entry, sha256: sha256(bytes) });
    return [bytes, rows];
  }

  async #rows(entry: Announced, { kind, table }: { kind: string; table: SnapshotTable }) {
    const [bytes, rows] = await this.#chunk(entry, rowBytes, table.columns.length);
    if (rows > 1 && bytes.length > chunkBytes)
      throw invalid('too_large', `Several rows have more than ${chunkBytes} bytes`, entry.path);
    this.#tally.rows(table.name, rows);
    const { totals } = this.manifest;
    if (totals && this.#tally.rowCount > totals.rows)
      throw invalid('too_large', 'There are more rows than the manifest says', entry.path);
    const { target } = this.#options;
    await (kind === 'rows'
      ? target?.rows(this.#present(table), bytes, rows)
      : target?.journal(bytes, rows));
  }

  #present(table: SnapshotTable): SnapshotTable {
    return this.#lifted[this.manifest.tables.indexOf(table)] as SnapshotTable;
  }

  async #secrets(entry: Announced): Promise<void> {
    if (this.manifest.options.secrets !== 'included')
      throw invalid(
        'unsafe_entry',
        'There are secrets, which the manifest does not name',
        entry.path,
      );
    const [bytes] = await this.#chunk(entry, secretsBytes, 4);
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    const secrets = lines.map((line, index) => this.#secret(JSON.parse(line), entry, index + 1));
    await this.#options.target?.secrets(secrets);
  }

  #secret(value: unknown[], { path }: Announced, row: number): Secret {
    const [name, key, old, plaintext] = value;
    const table = this.manifest.tables.find((one) => one.name === name);
    if (!table)
      throw invalid('unknown_table', 'The manifest lacks the table of a secret', path, row);
    const present = this.#present(table);
    const column =
      typeof old === 'string'
        ? liftColumn(table, old, this.manifest.schema_version, this.#options.lifts)
        : undefined;
    if (column === undefined || !this.#tables.get(present.name)?.has(column))
      throw invalid('unknown_column', 'The column of a secret is not known', path, row);
    if (!Array.isArray(key) || key.length !== table.key.length)
      throw invalid('bad_row', 'The key of a secret is not one of its table', path, row);
    return [present.name, key, column, plaintext];
  }

  async #file(entry: Announced, sum: string): Promise<void> {
    const { options, totals } = this.manifest;
    if (!options.files)
      throw invalid('unsafe_entry', 'There are files, which the manifest excludes', entry.path);
    this.#tally.file(entry.bytes);
    const { fileCount, fileBytes } = this.#tally;
    if (totals && (fileCount > totals.files || fileBytes > totals.bytes))
      throw invalid('too_large', 'There are more files than the manifest says', entry.path);
    const content = this.#content(entry, sum);
    const { target } = this.#options;
    if (target) {
      const stream = Readable.from(content.bytes(), { objectMode: false });
      // Thrown again below, where the target does not wait for the end.
      stream.on('error', () => {});
      await target.file({ sha256: sum, bytes: entry.bytes }, stream);
      stream.destroy();
    }
    await content.rest();
    this.#note({ ...entry, sha256: sum });
  }

  /** The bytes of a file; an error takes the place of their end if they are not those of its name. */
  #content({ path, bytes }: Announced, sum: string) {
    const hash = createHash('sha256');
    const parts = this.#bytes.parts(bytes, path);
    let found: string | undefined;
    const next = async (): Promise<Buffer | undefined> => {
      const { done, value } = await parts.next();
      if (!done) {
        hash.update(value);
        return value;
      }
      found ??= hash.digest('hex');
      if (found !== sum)
        throw invalid('checksum', 'The bytes of a file are not those of its name', path);
      return undefined;
    };
    async function* all(): AsyncGenerator<Buffer> {
      for (let part = await next(); part; part = await next()) yield part;
    }
    return {
      bytes: all,
      rest: async (): Promise<void> => {
        while (await next());
      },
    };
  }

  async #readEnd(entry: Announced): Promise<void> {
    for await (const part of this.#bytes.parts(entry.bytes, entry.path)) this.#end.push(part);
    const totals = this.#tally.totals();
    this.#end.finish(totals);
    await this.#pad(entry);
    let zeros = 0;
    for await (const part of this.#bytes.all()) {
      zeros += part.length;
      if (!isZero(part) || zeros > tailBytes)
        throw invalid('unsafe_entry', 'Something follows the last entry', entry.path);
    }
    if (zeros < 2 * blockBytes)
      throw invalid('truncated', 'The archive ends without its two blocks of zeros', entry.path);
    this.totals = totals;
    await this.#options.target?.end(totals);
  }
}

const countRows = (bytes: Buffer, columns: number, entry: string): number => {
  if (!isUtf8(bytes)) throw invalid('bad_row', 'The text is not UTF-8', entry);
  if (bytes.length === 0) throw invalid('unsafe_entry', 'An entry is empty', entry);
  let rows = 0;
  try {
    for (let at = 0; at < bytes.length; rows += 1) at = rowEnd(bytes, at, columns);
  } catch (error) {
    if (error instanceof JsonFault)
      throw invalid('bad_row', capital(error.message), entry, rows + 1);
    throw error;
  }
  if (rows > rowsPerChunk) throw invalid('too_large', `More than ${rowsPerChunk} rows`, entry);
  return rows;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
