import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** What a driver says of bytes that it has taken in. */
export interface Stored {
  /** Where they are, `<tenant>/…`: what app.blobs calls storage_key. */
  key: string;
  size: number;
  /** SHA-256, in hex. */
  checksum: string;
  /** The beginning of them (see `headBytes`), for whoever wants to know what they are. */
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

/** Something that lies in the storage. */
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

/** A request that takes bytes past us, straight into the storage. */
export interface DirectUpload {
  method: 'PUT';
  url: string;
  /** To be sent with it, exactly as they are. */
  headers: Record<string, string>;
}

/**
 * Where bytes are kept. Keys begin with the tenant, and a key is never written twice: what is read under it is what was
 * put there, or nothing. Drivers: disk.ts, s3.ts.
 */
export interface Storage {
  readonly name: 'disk' | 's3';
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
  /** Where pieces of resumable uploads are put together (tus), each under its uploadKey. */
  tusStore(): Promise<DataStore>;
  /** A way to `uploadKey` past us, where the storage has one. @param expiresIn seconds */
  presignUpload?(
    uploadKey: string,
    options: { sizeBytes: number; mimeType: string; expiresIn: number },
  ): Promise<DirectUpload>;
  /** @throws StorageError not_there */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** All of it, for what is small. @throws StorageError not_there */
  read(key: string): Promise<Buffer>;
  has(key: string): Promise<boolean>;
  /** Puts the bytes of one key under another one. */
  move(from: string, to: string): Promise<void>;
  /** What is not there is no error: removing can always be repeated. */
  remove(keys: readonly string[]): Promise<void>;
  /** Everything of a tenant. */
  removeTenant(tenant: string): Promise<void>;
  /** Everything there is, whatever wrote it: for the sweep. */
  list(tenant: string): AsyncIterable<Entry>;
  /** Those of which anything is there. */
  tenants(): AsyncIterable<string>;
  /**
   * What interrupted writes have left behind, outside of what `list` shows, last touched before a time in milliseconds
   * since 1970. @returns how much there is, or (remove) was
   */
  leftovers(before: number, remove: boolean): Promise<number>;
  /** Whether it can be read and written. @throws StorageError */
  check(): Promise<void>;
}

export type StorageFault = 'not_there' | 'too_large' | 'wrong_size' | 'full' | 'unavailable';

export class StorageError extends Error {
  override name = 'StorageError';
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
