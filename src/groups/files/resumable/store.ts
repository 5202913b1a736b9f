import { Readable } from 'node:stream';
import { full } from '../../../storage/meter.ts';
import { type Storage, StorageError } from '../../../storage/storage.ts';

/** Errors of the stores of tus: answers of their own server, errors of the file system, errors of S3. */
interface Thrown {
  status_code?: number;
  body?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** A fault of a tus store as one of the storage. */
function fromTus(thrown: unknown): StorageError {
  const { status_code, body = String(thrown), code, $metadata } = thrown as Thrown;
  const status = status_code ?? $metadata?.httpStatusCode ?? (code === 'ENOENT' ? 404 : 500);
  const fault = status === 404 || status === 410 ? 'not_there' : 'unavailable';
  return new StorageError(fault, body.trim(), { cause: thrown });
}

const rethrow = (thrown: unknown): never => {
  throw fromTus(thrown);
};

/** Makes the place that pieces are added to. */
export async function beginPieces(storage: Storage, key: string, size: number): Promise<void> {
  const { Upload } = await import('@tus/server');
  const store = await storage.tusStore();
  await store.create(new Upload({ id: key, size, offset: 0 })).catch(rethrow);
}

/** How many bytes there are. @throws StorageError not_there */
export async function countPieces(storage: Storage, key: string): Promise<number> {
  const store = await storage.tusStore();
  const { offset } = await store.getUpload(key).catch(rethrow);
  return offset;
}

/**
 * Adds bytes, up to so many.
 * @returns where the upload stands now, and whether there were more
 */
export async function addPiece(
  storage: Storage,
  key: string,
  offset: number,
  source: Readable,
  maxBytes: number,
): Promise<{ reached: number; hasMore: boolean }> {
  let hasMore = false;
  let isFull = false;
  async function* taken() {
    let left = maxBytes;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      isFull = storage.isFull?.() ?? false;
      if (isFull) throw full();
      hasMore = chunk.length > left;
      yield chunk.subarray(0, left);
      if (hasMore) return;
      left -= chunk.length;
    }
  }
  const store = await storage.tusStore();
  const stream = Readable.from(taken(), { objectMode: false });
  // An error that ends the source comes back as an error of the store.
  const reached = await store.write(stream, key, offset).catch((thrown) => {
    throw isFull ? full() : fromTus(thrown);
  });
  return { reached, hasMore };
}
