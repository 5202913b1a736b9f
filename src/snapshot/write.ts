import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';
import { chunkName, EntryList, endHead, endTail, Tally } from './entry-list.ts';
import { SnapshotFailed } from './errors.ts';
import type {
  Manifest,
  Progress,
  SnapshotFile,
  SnapshotSource,
  SnapshotTable,
  Totals,
} from './format.ts';
import { JsonFault, rowEnd } from './json-scan.ts';
import {
  chunkBytes,
  manifestBytes,
  mostEntries,
  rowBytes,
  rowsPerChunk,
  secretsBytes,
} from './limits.ts';
import { Meter } from './meter.ts';
import { type Lock, sealed } from './seal.ts';
import { header, padding } from './tar.ts';

export interface WriteOptions {
  to: Writable;
  /** Without one the snapshot is not encrypted. */
  lock?: Lock;
  /** It never leaves this process, so that secrets need no lock. */
  staysInside?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Written {
  bytes: number;
  /** `sha256:…` of the bytes as written. */
  checksum: string;
  end: Totals;
}

// Large buffers go on in slices, so that no stream behind holds a second one.
const sliceBytes = 256 * 1024;

function* slices(buffer: Buffer): Generator<Buffer> {
  for (let at = 0; at < buffer.length; at += sliceBytes) yield buffer.subarray(at, at + sliceBytes);
}

/** Some rows: whole lines, in as many buffers as they came in. */
interface Chunk {
  parts: Buffer[];
  bytes: number;
  rows: number;
}

interface ChunkLimits {
  rows: number;
  bytes: number;
  /** Of one row; larger than `bytes`, it has a chunk of its own. */
  row: number;
}

const noRows = (): Chunk => ({ parts: [], bytes: 0, rows: 0 });

/** Cuts pieces of whole lines into chunks, and checks each row as a reader will. */
async function* chunksOf(
  pieces: AsyncIterable<Buffer>,
  columns: number,
  limits: ChunkLimits,
  name: string,
): AsyncGenerator<Chunk> {
  let chunk = noRows();
  let row = 0;
  for await (const piece of pieces) {
    if (!isUtf8(piece)) throw new SnapshotFailed('The rows are not UTF-8', { entry: name });
    let from = 0;
    for (let at = 0; at < piece.length; ) {
      row += 1;
      const end = checkedRow(piece, at, columns, { entry: name, row });
      if (end - at > limits.row)
        throw new SnapshotFailed('A row is too large for a snapshot', { entry: name, row });
      const isFull = chunk.rows === limits.rows || chunk.bytes + end - from > limits.bytes;
      if (isFull && chunk.rows > 0) {
        add(chunk, piece.subarray(from, at));
        yield chunk;
        chunk = noRows();
        from = at;
      }
      chunk.rows += 1;
      at = end;
    }
    add(chunk, piece.subarray(from));
  }
  if (chunk.rows > 0) yield chunk;
}

const add = (chunk: Chunk, part: Buffer): void => {
  if (part.length === 0) return;
  chunk.parts.push(part);
  chunk.bytes += part.length;
};

const checkedRow = (
  piece: Buffer,
  at: number,
  columns: number,
  place: { entry: string; row: number },
): number => {
  try {
    return rowEnd(piece, at, columns);
  } catch (error) {
    if (error instanceof JsonFault) throw new SnapshotFailed(error.message, place);
    throw error;
  }
};

/** The bytes of the tar archive, entry by entry. */
class Archive {
  readonly tally: Tally;
  end: Totals | undefined;
  readonly #source: SnapshotSource;
  readonly #manifest: Manifest;
  readonly #entries = new EntryList();
  readonly #seconds: number;
  readonly #report: (progress: Progress) => void;

  constructor(source: SnapshotSource, report: (progress: Progress) => void) {
    this.#source = source;
    this.#manifest = source.manifest;
    this.tally = new Tally(this.#manifest.tables);
    this.#seconds = Math.floor(Date.parse(this.#manifest.snapshot_at) / 1000);
    this.#report = report;
  }

  async *bytes(): AsyncGenerator<Buffer> {
    yield* this.#manifestEntry();
    for (const table of this.#manifest.tables)
      if (table.name !== 'journal')
        yield* this.#rows(`rows/${table.name}`, table, this.#source.rows(table));
    const journal = this.#manifest.tables.at(-1);
    if (journal?.name !== 'journal')
      throw new SnapshotFailed('The last table of the manifest has to be journal');
    yield* this.#rows('journal', journal, this.#source.journal());
    yield* this.#secrets();
    yield* this.#files();
    yield* this.#endEntry();
  }

  async *#manifestEntry(): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(JSON.stringify(this.#manifest));
    if (bytes.length > manifestBytes) throw new SnapshotFailed('The manifest is too large');
    yield* this.#whole('manifest.json', { parts: [bytes], bytes: bytes.length, rows: 0 });
  }

  async *#rows(
    folder: string,
    table: SnapshotTable,
    pieces: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const limits = { rows: rowsPerChunk, bytes: chunkBytes, row: rowBytes };
    let number = 0;
    for await (const chunk of chunksOf(pieces, table.columns.length, limits, folder)) {
      number += 1;
      yield* this.#whole(`${folder}/${chunkName(number)}`, chunk);
      this.tally.rows(table.name, chunk.rows);
      const total = this.#manifest.totals?.rows ?? null;
      this.#report({ done: this.tally.rowCount, total, unit: 'rows' });
    }
  }

  async *#secrets(): AsyncGenerator<Buffer> {
    if (this.#manifest.options.secrets === 'left_out') return;
    const limits = { rows: rowsPerChunk, bytes: secretsBytes, row: secretsBytes };
    let number = 0;
    for await (const chunk of chunksOf(lines(this.#source.secrets()), 4, limits, 'secrets')) {
      number += 1;
      yield* this.#whole(`secrets/${chunkName(number)}`, chunk);
    }
  }

  async *#files(): AsyncGenerator<Buffer> {
    if (!this.#manifest.options.files) return;
    let before = '';
    for await (const file of this.#source.files()) {
      if (!/^[0-9a-f]{64}$/.test(file.sha256) || file.sha256 <= before)
        throw new SnapshotFailed('Files have to come in the order of their checksums, each once');
      before = file.sha256;
      yield* this.#file(file);
      this.tally.file(file.bytes);
      const total = this.#manifest.totals?.bytes ?? null;
      this.#report({ done: this.tally.fileBytes, total, unit: 'bytes' });
    }
  }

  /** A file that is not what its record says would make every reader refuse the whole snapshot. */
  async *#file({ sha256, bytes, open }: SnapshotFile): AsyncGenerator<Buffer> {
    const path = `files/${sha256}`;
    yield header(path, bytes, this.#seconds);
    const hash = createHash('sha256');
    let seen = 0;
    for await (const piece of await open()) {
      const part = piece as Buffer;
      seen += part.length;
      if (seen > bytes)
        throw new SnapshotFailed(`A file is longer than the ${bytes} bytes of its record`, {
          entry: path,
        });
      hash.update(part);
      yield* slices(part);
    }
    if (seen < bytes)
      throw new SnapshotFailed(`A file has ${seen} bytes instead of ${bytes}`, { entry: path });
    if (hash.digest('hex') !== sha256)
      throw new SnapshotFailed('The bytes of a file are not those that were stored', {
        entry: path,
      });
    yield Buffer.alloc(padding(bytes));
    this.#note({ path, bytes, sha256 });
  }

  async *#whole(path: string, { parts, bytes }: Chunk): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    yield header(path, bytes, this.#seconds);
    for (const part of parts) {
      hash.update(part);
      yield* slices(part);
    }
    yield Buffer.alloc(padding(bytes));
    this.#note({ path, bytes, sha256: hash.digest('hex') });
  }

  #note(entry: { path: string; bytes: number; sha256: string }): void {
    this.#entries.add(entry);
    if (!this.tally.entry(entry))
      throw new SnapshotFailed(`A snapshot holds at most ${mostEntries} entries`);
  }

  async *#endEntry(): AsyncGenerator<Buffer> {
    this.end = this.tally.totals();
    const tail = endTail(this.end);
    let bytes = endHead.length + tail.length;
    for (const piece of this.#entries.text()) bytes += piece.length;
    yield header('end.json', bytes, this.#seconds);
    yield Buffer.from(endHead);
    for (const piece of this.#entries.text()) yield Buffer.from(piece);
    yield Buffer.from(tail);
    // Two blocks of zeros end an archive.
    yield Buffer.alloc(padding(bytes) + 1024);
  }
}

/** A pipeline that was told to stop lets its first part go on until that has something to say. */
async function* until<T>(signal: AbortSignal | undefined, values: AsyncIterable<T>) {
  for await (const value of values) {
    signal?.throwIfAborted();
    yield value;
  }
}

async function* lines(values: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/**
 * One frame of zstd. Each piece is waited for before the end is told: Node ends the frame with the last piece if it knows
 * that it is the last, and then once more, which makes an empty second frame.
 */
async function* compressed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const zstd = createZstdCompress({
    chunkSize: 64 * 1024,
    params: {
      [constants.ZSTD_c_compressionLevel]: 3,
      [constants.ZSTD_c_windowLog]: 21,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  const put = promisify((piece: Buffer, done: (error?: Error | null) => void) =>
    zstd.write(piece, done),
  );
  const feed = async (): Promise<void> => {
    for await (const piece of source) await put(piece);
    zstd.end();
  };
  feed().catch((error) => zstd.destroy(error));
  yield* zstd;
}

/**
 * Writes a snapshot and ends `to`. After an error the bytes there are no snapshot: the last entry is missing.
 * @throws SnapshotFailed, and the errors of the source and of `to`
 */
export const writeSnapshot = async (
  source: SnapshotSource,
  { to, lock, staysInside, signal, onProgress = () => {} }: WriteOptions,
): Promise<Written> => {
  if (source.manifest.options.secrets === 'included' && !lock && !staysInside)
    throw new SnapshotFailed('Secrets are only written into an encrypted snapshot');
  const archive = new Archive(source, onProgress);
  const meter = new Meter();
  const pack = (bytes: AsyncIterable<Buffer>) => {
    const packed = compressed(until(signal, bytes));
    return meter.pass(lock ? sealed(packed, lock) : packed);
  };
  await pipeline(archive.bytes(), pack, to, { signal });
  return { bytes: meter.bytes, checksum: meter.checksum(), end: archive.end as Totals };
};
