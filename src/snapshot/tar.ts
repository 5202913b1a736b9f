import { SnapshotInvalid } from './errors.ts';

/**
 * The part of tar (POSIX.1-1988, "ustar") that a snapshot uses: headers of regular files with a name of up to 100
 * characters. A library's reader takes whatever programs have made of tar in forty years: long names, overrides, links,
 * zeros in between. Each is a way to let two readers see two archives in one file, so here is only what cannot.
 */
export const blockBytes = 512;
const sizeField = { at: 124, length: 12 };
const checksumField = { at: 148, length: 8 };

const checksum = (block: Uint8Array): number => {
  let sum = 8 * 0x20;
  for (let at = 0; at < blockBytes; at += 1)
    if (at < checksumField.at || at >= checksumField.at + checksumField.length)
      sum += block[at] as number;
  return sum;
};

/** How many zeros follow an entry of so many bytes. */
export const padding = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes;

/** From 8 GB on a size does not fit in octal digits; all programs know this form since GNU's. */
const writeSize = (block: Buffer, bytes: number): void => {
  if (bytes < 8 ** 11) block.write(bytes.toString(8).padStart(11, '0'), sizeField.at, 'latin1');
  else {
    block[sizeField.at] = 0x80;
    block.writeBigUInt64BE(BigInt(bytes), sizeField.at + 4);
  }
};

export const header = (path: string, bytes: number, seconds: number): Buffer => {
  const block = Buffer.alloc(blockBytes);
  block.write(path, 0, 100, 'latin1');
  block.write('0000600\u00000000000\u00000000000\u0000', 100, 'latin1');
  writeSize(block, bytes);
  block.write(seconds.toString(8).padStart(11, '0'), 136, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, checksumField.at, 'latin1');
  return block;
};

export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** The text up to the first NUL, or nothing if anything but NULs follows it. */
const text = (block: Buffer, at: number, length: number): string | undefined => {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  if (end < 0) return field.toString('latin1');
  return isZero(field.subarray(end)) ? field.toString('latin1', 0, end) : undefined;
};

const octal = (block: Buffer, at: number, length: number): number | undefined => {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(block.toString('latin1', at, at + length))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
};

const readSize = (block: Buffer): number | undefined => {
  if (block[sizeField.at] !== 0x80) return octal(block, sizeField.at, sizeField.length);
  if (!isZero(block.subarray(sizeField.at + 1, sizeField.at + 4))) return undefined;
  const bytes = block.readBigUInt64BE(sizeField.at + 4);
  return bytes > Number.MAX_SAFE_INTEGER ? undefined : Number(bytes);
};

/** @param after the entry before, for the message @throws SnapshotInvalid */
export const readHeader = (block: Buffer, after: string): { path: string; bytes: number } => {
  const unsafe = (message: string, entry?: string) =>
    new SnapshotInvalid('unsafe_entry', message, entry === undefined ? {} : { entry });
  if (block.toString('latin1', 257, 265) !== 'ustar\u000000')
    throw unsafe(`What follows ${after} is not an entry of a tar archive (ustar)`);
  if (octal(block, checksumField.at, checksumField.length) !== checksum(block))
    throw new SnapshotInvalid('checksum', `The header after ${after} is damaged`);
  const path = text(block, 0, 100);
  // The path goes into messages: nothing but what a path of a snapshot can consist of.
  if (path === undefined || !/^[\w./-]+$/.test(path))
    throw unsafe(`The name of the entry after ${after} is not one of a snapshot`);
  if (block[156] !== 0x30 || !isZero(block.subarray(157, 257)))
    throw unsafe('An entry is not a regular file', path);
  if (!isZero(block.subarray(345))) throw unsafe('The name of an entry has a second part', path);
  const bytes = readSize(block);
  if (bytes === undefined) throw unsafe('The size of an entry is not readable', path);
  return { path, bytes };
};
