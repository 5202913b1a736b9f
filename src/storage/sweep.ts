import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ask, type Query } from '../db/ask.ts';
import { isKey } from './keys.ts';
import { type Entry, type Storage, StorageError } from './storage.ts';

/** How many there are, and the first of them. */
export interface Found {
  count: number;
  first: string[];
}

/** The result of comparing the storage with the database. */
export interface Swept {
  /** In the storage, of no use to any row, and older than an upload can be. */
  orphans: Found;
  /** Files that the database knows, and the storage lacks. */
  missing: Found;
  /** There, but with another size, or (isDeep) another hash. */
  damaged: Found;
  /** Images made of others that are missing or damaged: they are made again. */
  images: Found;
}

export interface SweepOptions {
  /** Removes orphans, and forgets images. */
  fix?: boolean;
  /** Reads all bytes and hashes them. */
  isDeep?: boolean;
  signal?: AbortSignal | undefined;
}

const pageSize = 1000;
const looksAtOnce = 16;
const shown = 10;
/**
 * The sweep skips younger files: bytes exist before their row does, and an upload may take 24 hours. One more for the
 * clock of the storage, which may differ from ours.
 */
export const restMs = 25 * 3_600_000;

export const nothingFound = (): Swept => ({
  orphans: { count: 0, first: [] },
  missing: { count: 0, first: [] },
  damaged: { count: 0, first: [] },
  images: { count: 0, first: [] },
});

/** Adds what was found of one tenant to what was found before. */
export function addTo(all: Swept, found: Swept): void {
  for (const name of ['orphans', 'missing', 'damaged', 'images'] as const)
    note(all[name], found[name].first, found[name].count);
}

function note(found: Found, keys: readonly string[], count = keys.length): void {
  found.count += count;
  found.first.push(...keys.slice(0, shown - found.first.length));
}

/**
 * Holds what lies in the storage against the rows of a tenant, page by page: neither memory nor a statement grows with
 * their number. Without `fix` it changes nothing. Safe to repeat, and beside all other work.
 */
export class Sweep {
  readonly found = nothingFound();
  private readonly query: Query;
  private readonly storage: Storage;
  private readonly tenant: string;
  private readonly options: SweepOptions;

  constructor(query: Query, storage: Storage, tenant: string, options: SweepOptions = {}) {
    this.query = query;
    this.storage = storage;
    this.tenant = tenant;
    this.options = options;
  }

  async run(): Promise<Swept> {
    const before = await ask<string>(this.query, 'select clock_timestamp()::text as answer', []);
    const count = 'select worker.storage_count($1, $2) as answer';
    const expected = Number(await ask(this.query, count, [this.tenant, before]));
    let known = 0;
    for await (const page of pagesOf(this.storage.list(this.tenant, this.options.fix))) {
      this.options.signal?.throwIfAborted();
      known += await this.compare(page, before);
    }
    // As many as there have to be: none is missing. Else each row has to be looked at.
    if (known < expected || this.options.isDeep) await this.checkRows();
    return this.found;
  }

  /** @returns how many of a page have to be there */
  private async compare(page: Entry[], before: string): Promise<number> {
    const answer = await ask<
      Record<'orphans' | 'damaged' | 'images', string[]> & { known: number }
    >(this.query, 'select worker.storage_compare($1, $2, $3, $4) as answer', [
      this.tenant,
      page.map(({ key }) => key),
      page.map(({ size }) => size),
      before,
    ]);
    const restingSince = Date.now() - restMs;
    const young = new Set(page.filter((e) => e.modifiedAt >= restingSince).map(({ key }) => key));
    // Files that others have put there, by hand or by a backup, are not touched.
    const orphans = answer.orphans.filter((key) => isKey(key) && !young.has(key));
    if (this.options.fix) await this.storage.remove(orphans);
    note(this.found.orphans, orphans);
    await this.forget(answer.images);
    // Hashing finds them too.
    if (!this.options.isDeep) note(this.found.damaged, answer.damaged);
    return answer.known;
  }

  private async checkRows(): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows = await this.rowsAfter(after);
      const faulty = new Map<string, Fault>();
      for (let i = 0; i < rows.length; i += looksAtOnce) {
        this.options.signal?.throwIfAborted();
        const some = rows.slice(i, i + looksAtOnce);
        const faults = await Promise.all(some.map((row) => this.faultOf(row)));
        for (const [n, fault] of faults.entries())
          if (fault) faulty.set((some[n] as Row).key, fault);
      }
      // Rows and bytes may have gone together since the page was read.
      const still = faulty.size > 0 ? await this.rowsAfter(after) : [];
      const certain = still.filter(({ key }) => faulty.has(key));
      await this.forget(certain.filter((row) => row.is_image).map(({ key }) => key));
      for (const { key } of certain.filter((row) => !row.is_image))
        note(this.found[faulty.get(key) as Fault], [key]);
      after = rows.at(-1)?.key;
    }
  }

  private rowsAfter(after: string): Promise<Row[]> {
    const statement = 'select worker.storage_page($1, $2, $3) as answer';
    return ask(this.query, statement, [this.tenant, after, pageSize]);
  }

  private async faultOf({ key, checksum }: Row): Promise<Fault | undefined> {
    if (!this.options.isDeep) return (await this.storage.has(key)) ? undefined : 'missing';
    try {
      const hash = createHash('sha256');
      await pipeline(await this.storage.open(key), hash);
      return hash.digest('hex') === checksum ? undefined : 'damaged';
    } catch (error) {
      if (error instanceof StorageError && error.fault === 'not_there') return 'missing';
      throw error;
    }
  }

  private async forget(images: string[]): Promise<void> {
    note(this.found.images, images);
    if (!this.options.fix || images.length === 0) return;
    await this.query('select worker.images_forget($1, $2)', [this.tenant, images]);
    await this.storage.remove(images);
  }
}

type Fault = 'missing' | 'damaged';

/** Bytes that have to be there, as worker.storage_page answers them. */
interface Row {
  key: string;
  checksum: string;
  is_image: boolean;
}

async function* pagesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let page: Entry[] = [];
  for await (const entry of entries) {
    page.push(entry);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
