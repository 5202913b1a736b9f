import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { root } from './files.ts';

/** Runs .ci/run with an npm that does what `script` says. */
async function ci(script: string): Promise<{ code: number; lines: string[] }> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'npm'), 0o755);
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
  return new Promise((resolve) => {
    execFile(`${root}.ci/run`, { env, cwd: folder }, (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, lines: stdout.trimEnd().split('\n') });
    });
  });
}

describe('.ci/run', () => {
  it('runs npm test in the repository, without input', async () => {
    const { lines } = await ci(
      'echo "npm $* in $(pwd -P)/, input: $(wc -c)"; echo "1 passed, 0 failed"',
    );
    expect(lines[0]).toMatch(/^npm test in .+\/, input: +0$/);
    expect(lines[0]).toContain(`in ${realpathSync(root)}/,`);
  });

  it('ends with the count and with 0 when nothing has failed', async () => {
    const { code, lines } = await ci('echo "12 passed, 0 failed"');
    expect([code, lines]).toEqual([0, ['12 passed, 0 failed']]);
  });

  it('ends with the count when npm has the last word, and keeps its exit code', async () => {
    const { code, lines } = await ci(
      'echo "11 passed, 1 failed, 2 skipped"; echo "npm error Test failed." >&2; exit 3',
    );
    expect([code, lines.at(-1)]).toEqual([3, '11 passed, 1 failed']);
  });

  it('fails when the run ended before its tests', async () => {
    expect(await ci('echo "npm ci failed"')).toEqual({
      code: 1,
      lines: ['npm ci failed', '0 passed, 1 failed'],
    });
  });
});
