import { createHash } from 'node:crypto';
import type { SnapshotTable, Totals } from './format.ts';
import { mostEntries } from './limits.ts';

export interface Entry {
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

export const chunkName = (number: number): string => `${String(number).padStart(6, '0')}.ndjson`;

/** An entry as `end.json` lists it. */
export const listed = ({ path, bytes, sha256 }: Entry): string =>
  `{"path":"${path}","bytes":${bytes},"sha256":"${sha256}"}`;

/** `end.json` before, and behind, what it lists. */
export const endHead = '{"entries":[';
export const endTail = ({ row_counts, files, digest }: Totals): string =>
  `],"row_counts":${JSON.stringify(row_counts)},"files":{"count":${files.count},"bytes":${files.bytes}},"digest":"${digest}"}`;

/** Counts what has gone by, on the writer's side as on the reader's. */
export class Tally {
  readonly #digest = createHash('sha256');
  readonly #rows = new Map<string, number>();
  #files = 0;
  #fileBytes = 0;
  #entries = 0;

  constructor(tables: SnapshotTable[]) {
    for (const { name } of tables) this.#rows.set(name, 0);
  }

  /** @returns false when there are too many */
  entry({ path, bytes, sha256 }: Entry): boolean {
    this.#digest.update(`${path}\0${bytes}\0${sha256}\n`);
    this.#entries += 1;
    return this.#entries <= mostEntries;
  }

  rows(table: string, count: number): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + count);
  }

  file(bytes: number): void {
    this.#files += 1;
    this.#fileBytes += bytes;
  }

  get rowCount(): number {
    return [...this.#rows.values()].reduce((sum, count) => sum + count, 0);
  }

  get fileBytes(): number {
    return this.#fileBytes;
  }

  get fileCount(): number {
    return this.#files;
  }

  get entryCount(): number {
    return this.#entries;
  }

  /** Once, at the end. */
  totals(): Totals {
    return {
      row_counts: Object.fromEntries(this.#rows),
      files: { count: this.#files, bytes: this.#fileBytes },
      digest: this.#digest.digest('hex'),
    };
  }
}

/** A list that grows to millions without an object for each: here the entries of a writer. */
export class EntryList {
  readonly #names: Entry[] = [];
  #files = Buffer.alloc(40 * 256);
  #count = 0;

  add(entry: Entry): void {
    if (!entry.path.startsWith('files/')) {
      this.#names.push(entry);
      return;
    }
    const at = this.#count * 40;
    if (at === this.#files.length)
      this.#files = Buffer.concat([this.#files, Buffer.alloc(this.#files.length)]);
    this.#files.write(entry.sha256, at, 'hex');
    this.#files.writeBigUInt64BE(BigInt(entry.bytes), at + 32);
    this.#count += 1;
  }

  *#all(): Generator<Entry> {
    yield* this.#names;
    for (let at = 0; at < this.#count * 40; at += 40) {
      const sha256 = this.#files.toString('hex', at, at + 32);
      const bytes = Number(this.#files.readBigUInt64BE(at + 32));
      yield { path: `files/${sha256}`, bytes, sha256 };
    }
  }

  /** The list in `end.json`, in pieces. */
  *text(): Generator<string> {
    let piece = '';
    let separator = '';
    for (const entry of this.#all()) {
      piece += separator + listed(entry);
      separator = ',';
      if (piece.length < 64 * 1024) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }
}
