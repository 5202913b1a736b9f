import { chunkName } from './entry-list.ts';
import { SnapshotInvalid } from './errors.ts';
import type { Manifest, SnapshotTable } from './format.ts';

export type Kind =
  | { kind: 'rows' | 'journal'; table: SnapshotTable }
  | { kind: 'secrets' | 'end' }
  | { kind: 'file'; sha256: string };

const ranks = { rows: 0, journal: 1, secrets: 2, file: 3, end: 4 };

/**
 * The order of entries. Each has one place only, so a path that occurs twice, or that could be one of two things, is one
 * out of order: nothing has to be remembered to find it.
 */
export class Order {
  readonly #tables: SnapshotTable[];
  /** The place of the entry before: its rank, its table, its number or checksum. */
  #rank = 0;
  #table = 0;
  #number = 0;
  #checksum = '';

  constructor(manifest: Manifest) {
    this.#tables = manifest.tables;
  }

  /** The entry that this path stands for. @throws SnapshotInvalid */
  next(path: string): Kind {
    const entry = this.#named(path);
    const rank = ranks[entry.kind];
    if (rank < this.#rank) throw this.#misplaced(path);
    if (rank > this.#rank) this.#number = 0;
    this.#rank = rank;
    if (entry.kind === 'rows') this.#tableOf(entry.table, path);
    if (entry.kind === 'file') this.#file(entry.sha256, path);
    else if (entry.kind !== 'end') this.#chunk(path);
    return entry;
  }

  #misplaced(path: string): SnapshotInvalid {
    return new SnapshotInvalid('unsafe_entry', 'An entry is out of order, or comes twice', {
      entry: path,
    });
  }

  #named(path: string): Kind {
    if (path === 'end.json') return { kind: 'end' };
    const file = /^files\/([0-9a-f]{64})$/.exec(path)?.[1];
    if (file) return { kind: 'file', sha256: file };
    if (/^secrets\/\d{6,}\.ndjson$/.test(path)) return { kind: 'secrets' };
    if (/^journal\/\d{6,}\.ndjson$/.test(path))
      return { kind: 'journal', table: this.#tables.at(-1) as SnapshotTable };
    const name = /^rows\/([a-z][a-z0-9_]{0,62})\/\d{6,}\.ndjson$/.exec(path)?.[1];
    if (!name)
      throw new SnapshotInvalid('unsafe_entry', 'This is not an entry of a snapshot', {
        entry: path,
      });
    const table = this.#tables.find((one) => one.name === name && one.name !== 'journal');
    if (!table)
      throw new SnapshotInvalid('unknown_table', 'The manifest does not name this table', {
        entry: path,
      });
    return { kind: 'rows', table };
  }

  #tableOf(table: SnapshotTable, path: string): void {
    const index = this.#tables.indexOf(table);
    if (index < this.#table) throw this.#misplaced(path);
    if (index > this.#table) this.#number = 0;
    this.#table = index;
  }

  #chunk(path: string): void {
    this.#number += 1;
    if (!path.endsWith(`/${chunkName(this.#number)}`)) throw this.#misplaced(path);
  }

  #file(sha256: string, path: string): void {
    if (sha256 <= this.#checksum) throw this.#misplaced(path);
    this.#checksum = sha256;
  }
}
