import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Rows and a file of so many megabytes, rows of 64 MB, or files of four bytes. */
export type Kind = 'megabytes' | 'rows' | 'files';

/** By how many bytes the memory of a process rose. */
export interface Rise {
  /** Of the heap of JavaScript, and of its buffers. */
  used: number;
  /** All of it, at its highest. */
  rss: number;
}

const script = new URL('memory.ts', import.meta.url).pathname;
const flags = ['--max-old-space-size=64', '--max-semi-space-size=2'];

/**
 * Makes an encrypted snapshot in a process and reads it in another one, with nothing but a pipe between them.
 * @param folder for what has to be known before
 */
export async function through(
  kind: Kind,
  amount: number,
  folder: string,
): Promise<{ write: Rise; read: Rise }> {
  const identity = await generateX25519Identity();
  const sums = join(folder, 'sums');
  if (kind === 'files') await writeFile(sums, checksums(amount));
  const args = (how: string, key: string) => [...flags, script, how, kind, `${amount}`, key, sums];
  const writer = spawn(process.execPath, args('write', await identityToRecipient(identity)), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const reader = spawn(process.execPath, args('read', identity), {
    stdio: [writer.stdout, 'ignore', 'pipe'],
  });
  // The reader has it.
  writer.stdout?.destroy();
  const [write, read] = await Promise.all([writer, reader].map(riseOf));
  return { write: write as Rise, read: read as Rise };
}

async function riseOf(child: ChildProcess): Promise<Rise> {
  const [said, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`ended with ${code}: ${said}`);
  return JSON.parse(said.slice(said.lastIndexOf('{')));
}

/** The files of the numbers below `count`, in the order of their checksums: 32 bytes, and the four of each. */
function checksums(count: number): Buffer {
  const made = Array.from({ length: count }, (_, n) => {
    const content = Buffer.alloc(4);
    content.writeUInt32BE(n);
    return Buffer.concat([createHash('sha256').update(content).digest(), content]);
  });
  return Buffer.concat(made.sort(Buffer.compare));
}
