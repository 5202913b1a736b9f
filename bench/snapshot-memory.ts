/** The memory of writing and of reading a snapshot that is larger than any in the tests: a process each, with a pipe between them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { through } from '../test/snapshot/support/through.ts';

const megabyte = 1024 * 1024;
const files = 1_000_000;

type Report = (what: string, measured: number, goal: number, sign: '<=', detail: string) => void;

/** @param gigabytes of rows and files, encrypted */
export async function measureSnapshotMemory(report: Report, gigabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'insula-bench-'));
  try {
    for (const [kind, amount, what, more] of [
      ['megabytes', gigabytes * 1024, `${gigabytes} GB`, 0],
      // 40 bytes of a writer for each.
      ['files', files, `${files} files`, Math.ceil((files * 40) / megabyte)],
    ] as const) {
      const begun = performance.now();
      const { write, read } = await through(kind, amount, folder);
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      for (const [how, { used, rss }, goal] of [
        ['write', write, 64 + more],
        ['read', read, 64],
      ] as const) {
        const held = `MB, of which ${Math.round(used / megabyte)} MB of JavaScript, in ${seconds} s`;
        report(`${how} ${what}`, rss / megabyte, goal, '<=', held);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
