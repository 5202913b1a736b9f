import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

async function startIn(dataDir: string) {
  const process = insula(['start'], { DATA_DIR: dataDir, PORT: '0' });
  return { code: await process.exit(), output: process.output() };
}

describe('a folder of the database that cannot be written to', () => {
  // Where a container may not mount anything, there is nothing to see.
  it.skipIf(!isRoot || process.platform !== 'linux')(
    'is named read-only, not of another user',
    async () => {
      const dataDir = await startedFolder();
      const isMounted = await run('mount', ['--bind', dataDir, dataDir]).then(
        () => true,
        () => false,
      );
      if (!isMounted) return console.warn('NOT TESTED: nothing can be mounted here');
      onTestFinished(async () => void (await run('umount', ['-l', dataDir])));
      await run('mount', ['-o', 'remount,ro,bind', dataDir]);
      const { code, output } = await startIn(dataDir);
      expect(code).toBe(1);
      expect(output).toContain('on a file system that is mounted read-only');
    },
  );

  it('explains what to do if its owner has lost the right', async () => {
    const dataDir = await startedFolder();
    const home = join(dataDir, 'postgres');
    await chmod(home, 0o500);
    const { code, output } = await startIn(dataDir);
    await chmod(home, 0o700);
    expect(code).toBe(1);
    expect(output).toContain(`Run: chmod u+rwx ${home}`);
  });
});
