import { createHash, randomBytes, randomFillSync } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { SnapshotFile, SnapshotSource } from '../../../src/snapshot/format.ts';
import { rowBytes } from '../../../src/snapshot/limits.ts';
import { readSnapshot } from '../../../src/snapshot/read.ts';
import { writeSnapshot } from '../../../src/snapshot/write.ts';
import { Kept, known, manifestOf, read, sourceOf, write } from './made.ts';
import type { Kind } from './through.ts';

/**
 * Writes a snapshot to its output or reads one from its input, in a process of its own, and prints as an error by how many
 * bytes the memory of that process rose above what it took for a small one.
 *
 *   node memory.ts write|read megabytes|rows|files <how many> <recipient or identity> [sums]
 *
 * `sums` is a file with the content of each small file, four bytes, behind its checksum.
 */
const [how, kind, amount, key, sums] = process.argv.slice(2) as [
  'write' | 'read',
  Kind,
  string,
  string,
  string,
];
const megabyte = 1024 * 1024;
const count = Number(amount);

// Chunks of 8 MB, which compress to half.
const line = () => `["${randomBytes(2000).toString('hex')}", {"n": 9007199254740993}, 1]\n`;
const piece = () => Buffer.from(Array.from({ length: 100 }, line).join(''));

/** A row of 64 MB, which compresses to half and leaves no garbage behind. */
const large = kind === 'rows' ? largeRow() : Buffer.alloc(0);
function largeRow(): Buffer {
  const bytes = randomFillSync(Buffer.alloc(rowBytes));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = 97 + ((bytes[at] as number) & 15);
  bytes.write('["');
  bytes.write('",{},1]\n', rowBytes - 8);
  return bytes;
}

async function* rows(): AsyncGenerator<Buffer> {
  if (kind === 'rows') for (let row = 0; row < count; row += 1) yield large;
  if (kind !== 'megabytes') return;
  for (let bytes = 0; bytes < count * megabyte * 0.6; ) {
    const lines = piece();
    bytes += lines.length;
    yield lines;
  }
}

async function* files(): AsyncGenerator<SnapshotFile> {
  if (kind === 'megabytes') yield largeFile();
  if (kind !== 'files') return;
  for await (const part of createReadStream(sums, { highWaterMark: 36 * 1024 }))
    for (let at = 0; at < part.length; at += 36) {
      const content = part.subarray(at + 32, at + 36);
      yield {
        sha256: part.toString('hex', at, at + 32),
        bytes: content.length,
        open: async () => Readable.from([content]),
      };
    }
}

/** One of as many megabytes. */
function largeFile(): SnapshotFile {
  const block = randomBytes(megabyte);
  const blocks = Math.floor(count * 0.4);
  const hash = createHash('sha256');
  for (let hashed = 0; hashed < blocks; hashed += 1) hash.update(block);
  return {
    sha256: hash.digest('hex'),
    bytes: blocks * block.length,
    open: async () =>
      Readable.from(
        (function* () {
          for (let sent = 0; sent < blocks; sent += 1) yield block;
        })(),
      ),
  };
}

const source: SnapshotSource = {
  ...sourceOf({ rows: {}, journal: [], secrets: [], files: [] }, manifestOf()),
  rows: ({ name }) => (name === 'objects' ? rows() : Readable.from([])),
  files,
};

/** Takes everything and keeps nothing. */
class Passed extends Kept {
  override async rows(): Promise<void> {}
  override async file(_: unknown, content: NodeJS.ReadableStream): Promise<void> {
    for await (const _part of content);
  }
}

// Once, for the code and what Node makes at its first stream.
const content = { rows: { object_types: ['["1","a"]'] }, journal: [], secrets: [], files: [] };
const identity = await generateX25519Identity();
const small = await write(sourceOf(content), { recipients: [await identityToRecipient(identity)] });
await read(small.file, { unlock: { identities: [identity] } });

const used = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const before = { used: used(), rss: process.memoryUsage().rss };
let most = before.used;
const onProgress = () => {
  most = Math.max(most, used());
};

if (how === 'write') {
  // By its number: process.stdout waits for each write to a pipe.
  const to = createWriteStream('', { fd: 1 });
  await writeSnapshot(source, { to, lock: { recipients: [key] }, onProgress });
} else {
  const from = createReadStream('', { fd: 0 });
  await readSnapshot(from, {
    ...{ known, target: new Passed(), unlock: { identities: [key] }, onProgress },
  });
}
// Not maxRSS of getrusage: a process inherits that of the one that started it.
const status = readFileSync('/proc/self/status', 'utf8');
const rss = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024 - before.rss;
process.stderr.write(JSON.stringify({ used: most - before.used, rss }));
