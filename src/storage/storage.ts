import type { Readable, Writable } from 'node:stream';
import type { DataStore } from '@tus/server';

export { StorageError, type StorageFault } from '../ground/storage-error.ts';

/** A driver's report about bytes that it has stored. */
export interface Stored {
  /** Where they are, `<tenant>/…`: what app.blobs calls storage_key. */
  key: string;
  size: number;
  /** SHA-256, in hex. */
  checksum: string;
  /** The beginning of them (see `headBytes`), for finding out what they are. */
  head: Buffer;
}

export interface PutOptions {
  /** More is refused: `StorageError` too_large. */
  maxBytes: number;
  /** Other than so many is refused: `StorageError` wrong_size. */
  exactBytes?: number;
}

/** Where the bytes of a file go that are uploaded piece by piece, before they are taken in. */
export const uploadKey = (tenant: string, fileId: string): string => `${tenant}/uploads/${fileId}`;

/** How a client sends bytes past us: what it has to request, exactly so. */
export interface DirectUpload {
  method: 'PUT';
  url: string;
  headers: Record<string, string>;
}

export interface DirectUploadOptions {
  /** No other number is taken. */
  sizeBytes: number;
  mimeType: string;
  /** In seconds, from 1 to 604800 (a week). */
  expiresIn: number;
}

/** Bytes that are there, to be sent. */
export interface FoundBytes {
  /**
   * Hands them to a stream, at the pace of its reader, without ending it. Its buffer is reused as soon as a write is
   * done: for sockets, not for streams that keep it.
   * @throws StorageError not_there when they are fewer than they should be; an error when the reader goes away
   */
  sendTo(sink: Writable): Promise<void>;
}

/** Something in the storage. */
export interface Entry {
  key: string;
  size: number;
  /** In milliseconds since 1970, by the clock of the storage. */
  modifiedAt: number;
}

/** The first and the last byte that are wanted, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** How much of the beginning `put` keeps: enough for file-type, and for the size of most images. */
export const headBytes = 256 * 1024;

/**
 * Where bytes are kept. Keys begin with the tenant, and a key is never written twice: what is read under it is what was
 * put there, or nothing. Drivers: disk.ts, s3.ts.
 */
export interface Storage {
  readonly name: 'disk' | 's3';
  /** Whether it shares its disk with a database that needs what is left. */
  isFull?(): boolean;
  /**
   * Takes bytes in under a new key. When it answers they are durable; when it throws nothing is left of them.
   * @throws StorageError
   */
  put(tenant: string, source: Readable, options: PutOptions): Promise<Stored>;
  /** The same for bytes that are there already, under a key of the caller's: variants. */
  write(key: string, bytes: Buffer): Promise<void>;
  /**
   * Takes in what was uploaded past us, or piece by piece, to `uploadKey`: as `put` does, and nothing is left there.
   * @throws StorageError not_there, wrong_size (then it stays where it is)
   */
  adopt(uploadKey: string, tenant: string, options: PutOptions): Promise<Stored>;
  /**
   * A signed request by which a client itself puts bytes to `uploadKey`, until `adopt`. Not there where clients cannot
   * reach the storage: then bytes go through us.
   */
  presignUpload?(uploadKey: string, options: DirectUploadOptions): Promise<DirectUpload>;
  /** Where @tus/server keeps what comes piece by piece. Its ids are upload keys. */
  tusStore(): Promise<DataStore>;
  /** Removes what an upload to `uploadKey` has left, whichever way it came and however far. Can always be repeated. */
  dropUpload(uploadKey: string): Promise<void>;
  /**
   * Removes what processes have left that were killed in the middle of a `put`: nothing lists it, it only takes room.
   * @param olderThanMs what may still be on its way is younger
   * @returns how many there were
   */
  dropUnfinished(olderThanMs: number): Promise<number>;
  /** @throws StorageError not_there */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * The same for a client, and quicker. Bytes that were found must be sent, or they stay open.
   * @throws StorageError not_there
   */
  find(key: string, range: ByteRange): Promise<FoundBytes>;
  /** All of it, for what is small. @throws StorageError not_there */
  read(key: string): Promise<Buffer>;
  has(key: string): Promise<boolean>;
  /** Puts the bytes of one key under another one. */
  move(from: string, to: string): Promise<void>;
  /** A missing key is not an error: removing can always be repeated. */
  remove(keys: readonly string[]): Promise<void>;
  /** Everything of a tenant. */
  removeTenant(tenant: string): Promise<void>;
  /**
   * Everything there is, whatever wrote it: for the sweep.
   * @param isClosing takes from other users of the machine what an earlier version, or a backup, has left them
   */
  list(tenant: string, isClosing?: boolean): AsyncIterable<Entry>;
  /** Those of which anything is there. */
  tenants(): AsyncIterable<string>;
  /** Shuts out other users of the machine at once, however much there is: what lies below is closed by `list`. @throws StorageError */
  closeToOthers?(): Promise<void>;
  /** Whether it can be read and written. @throws StorageError */
  check(): Promise<void>;
}
