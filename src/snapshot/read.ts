import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress } from 'node:zlib';
import { Bytes } from './bytes.ts';
import { SnapshotInvalid } from './errors.ts';
import type { Manifest, Progress, SnapshotTarget, Totals } from './format.ts';
import { magic, oneFrame } from './frame.ts';
import type { Lift } from './lift.ts';
import { type ReadLimits, readLimits } from './limits.ts';
import type { KnownTables } from './manifest.ts';
import { Meter } from './meter.ts';
import { Reading } from './reading.ts';
import { ageIntro, type Unlock, unsealed } from './seal.ts';

export interface ReadOptions {
  unlock?: Unlock;
  /** The tables and columns of a schema, from the catalog; `journal` among them. */
  known: (schemaVersion: string) => KnownTables;
  /** Those of the product, where nothing else is said. */
  lifts?: Lift[];
  /** Without one the snapshot is only checked. */
  target?: SnapshotTarget;
  limits?: Partial<ReadLimits>;
  /** Bytes of the file, where they are known: for progress. */
  size?: number;
  /** It was written in this process, so that secrets may be in it without a lock. */
  stayedInside?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Read {
  manifest: Manifest;
  end: Totals;
  bytes: number;
  /** `sha256:…` of the bytes as read. */
  checksum: string;
  isEncrypted: boolean;
}

/** The first bytes tell what it is. */
async function* opened(
  source: AsyncIterable<Buffer>,
  unlock: Unlock,
  found: (isEncrypted: boolean) => void,
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < ageIntro.length) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const isEncrypted = head.subarray(0, ageIntro.length).equals(ageIntro);
  if (!isEncrypted && !head.subarray(0, magic.length).equals(magic))
    throw new SnapshotInvalid(
      'not_a_snapshot',
      `The file is ${head.length === 0 ? 'empty' : 'not a snapshot'}`,
    );
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value;
  }
  found(isEncrypted);
  yield* isEncrypted ? unsealed(all(), unlock) : all();
}

const decompressor = () =>
  createZstdDecompress({
    chunkSize: 64 * 1024,
    params: { [constants.ZSTD_d_windowLogMax]: 23 },
  });

/** Errors of the decompressor are faults of the file. */
const named = (error: unknown): unknown => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^(ZSTD_error_|Z_)/.test(code)
    ? new SnapshotInvalid('checksum', 'The compressed bytes are damaged')
    : error;
};

/**
 * Reads a snapshot, checks all of it, and hands it to the target part by part: so what a target was given is certain
 * only once its `end` is called. Ends with `from` read to its end, or destroyed.
 * @throws SnapshotInvalid, SnapshotLocked, SnapshotTooNew, and the errors of `from` and of the target
 */
export const readSnapshot = async (
  from: Readable,
  {
    unlock = {},
    known,
    target,
    lifts,
    limits,
    size,
    stayedInside = false,
    signal,
    onProgress = () => {},
  }: ReadOptions,
): Promise<Read> => {
  const [file, compressed] = [new Meter(), new Meter()];
  let isEncrypted = false;
  const open = (source: AsyncIterable<Buffer>) =>
    opened(file.pass(source), unlock, (found) => {
      isEncrypted = found;
    });
  const unframe = (source: AsyncIterable<Buffer>) => compressed.pass(oneFrame(source));
  let reading: Reading | undefined;
  const read = async (source: AsyncIterable<Buffer>) => {
    const all = { ...readLimits, ...limits };
    reading = new Reading(new Bytes(source, () => compressed.bytes, all), {
      known,
      target,
      lifts,
      mayHaveSecrets: () => isEncrypted || stayedInside,
      report: () => onProgress({ done: file.bytes, total: size ?? null, unit: 'bytes' }),
    });
    await reading.run();
  };
  try {
    await pipeline(from, open, unframe, decompressor(), read, { signal });
  } catch (error) {
    throw named(error);
  }
  const { manifest, totals } = reading as unknown as Reading;
  return { manifest, end: totals, bytes: file.bytes, checksum: file.checksum(), isEncrypted };
};
