/** Of the format: what a writer keeps to and a reader refuses to go beyond. Bytes, where nothing else is said. */
export const rowsPerChunk = 10_000;
export const chunkBytes = 8 * 1024 * 1024;
/** A row that is larger than a chunk has one of its own: objects grow with each change, to more than a request may bring. */
export const rowBytes = 64 * 1024 * 1024;
/** Smaller than other chunks, because secrets are parsed. */
export const secretsBytes = 1024 * 1024;
export const manifestBytes = 2 * 1024 * 1024;
/** Of a row. Values of requests have 64 levels at most, and journal, runs and deliveries put more around them. */
export const nesting = 128;
export const mostEntries = 5_000_000;
/** Of zstd: how far back a reader has to remember. */
export const windowBytes = 8 * 1024 * 1024;
/** The logarithm of scrypt's work: 18 takes 256 MB for a second or several. */
export const scryptFactor = 18;
/** Of the text in front of encrypted bytes: some hundreds of recipients. */
export const ageHeaderBytes = 64 * 1024;
/** Zeros after the last entry: programs fill up to 10 kB. */
export const tailBytes = 21 * 512;

/** How large a snapshot may be when it is unpacked. */
export interface ReadLimits {
  totalBytes: number;
  /** Times the compressed bytes, from `freeBytes` on. */
  ratio: number;
  freeBytes: number;
}

export const readLimits: ReadLimits = {
  totalBytes: 100 * 1024 ** 3,
  ratio: 200,
  freeBytes: 64 * 1024 * 1024,
};

/**
 * For bytes that this installation has written, and whose checksum it knows, or that come straight from its writer: a tenant
 * may well have a gigabyte of zeros, and has to get them back.
 */
export const ownLimits: Partial<ReadLimits> = { totalBytes: Infinity, ratio: Infinity };
