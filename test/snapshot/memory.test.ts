import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { readSnapshot } from '../../src/snapshot/read.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { temporaryFolder } from '../support/folder.ts';
import { Kept, known, sha256, sourceOf, write } from './support/made.ts';
import { through } from './support/through.ts';

const megabyte = 1024 * 1024;

// 10 GB and 1,000,000 files: npm run bench -- snapshot-memory.
it.each([
  ['megabytes', 256, 0, 0],
  // As docs/operate/snapshot-format.md says: a row twice, and 40 bytes of the writer for each file.
  ['rows', 2, 2 * 64, 2 * 64],
  ['files', 10_000, 1, 0],
] as const)('writes and reads %s (%d) within 64 MB', async (kind, amount, writes, reads) => {
  const { write, read } = await through(kind, amount, await temporaryFolder());
  expect(write.used).toBeLessThan((64 + writes) * megabyte);
  expect(write.rss).toBeLessThan((64 + writes) * megabyte);
  expect(read.used).toBeLessThan((64 + reads) * megabyte);
  expect(read.rss).toBeLessThan((64 + reads) * megabyte);
});

// Bytes that do not compress: as many come out as go in.
const files = Array.from({ length: 30 }, () => randomBytes(megabyte));
const content = { rows: {}, journal: [], secrets: [], files };

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
};

it.each(['plain', 'encrypted'])('does not run ahead of a slow destination, %s', async (how) => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  let [ahead, most, written] = [0, 0, 0];
  const source = sourceOf(content);
  const counted = {
    ...source,
    async *files() {
      for await (const file of source.files()) {
        ahead += file.bytes;
        yield file;
      }
    },
  };
  const to = new Writable({
    write(chunk: Buffer, _, done) {
      written += 1;
      ahead -= chunk.length;
      most = Math.max(most, ahead);
      turns(20).then(() => done(), done);
    },
  });
  await writeSnapshot(counted, {
    to,
    ...(how === 'encrypted' && { lock: { recipients: [recipient] } }),
  });
  expect(written).toBeGreaterThan(100);
  expect(most).toBeLessThan(4 * megabyte);
});

it('does not run ahead of a slow target', async () => {
  const { file } = await write(sourceOf(content));
  let [ahead, most] = [0, 0];
  async function* bytes(): AsyncGenerator<Buffer> {
    for (let at = 0; at < file.length; at += 65_536) {
      const part = file.subarray(at, at + 65_536);
      ahead += part.length;
      yield part;
    }
  }
  class Slow extends Kept {
    override async file(_: unknown, stream: NodeJS.ReadableStream): Promise<void> {
      for await (const part of stream) {
        ahead -= (part as Buffer).length;
        most = Math.max(most, ahead);
        await turns(20);
      }
    }
  }
  await readSnapshot(Readable.from(bytes()), { known, target: new Slow() });
  expect(most).toBeLessThan(4 * megabyte);
  expect(sha256(file)).toHaveLength(64);
});
