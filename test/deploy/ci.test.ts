import { execFile } from 'node:child_process';
import { accessSync, realpathSync } from 'node:fs';
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { root } from './files.ts';

/** Programs of Debian that tests need. */
const installed = ['chromium', 'nginx', 'caddy', 'pgbouncer', 'hledger', 'poppler-utils'];

/** Runs .ci/run with an npm that does what `script` says. */
async function ci(script: string): Promise<{ code: number; lines: string[] }> {
  const folder = await temporaryFolder();
  await command(folder, 'npm', script);
  for (const program of installed) await command(folder, program, 'exit 1');
  return runIn(folder, [folder, process.env.PATH].join(delimiter));
}

async function command(folder: string, name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

function runIn(folder: string, path: string): Promise<{ code: number; lines: string[] }> {
  const env = { ...process.env, PATH: path, POLICY_RC_D: join(folder, 'policy') };
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

  it('ends with the count and exit code 0 when nothing has failed', async () => {
    const { code, lines } = await ci('echo "12 passed, 0 failed"');
    expect([code, lines]).toEqual([0, ['12 passed, 0 failed']]);
  });

  it('ends with the count even when npm prints last, and keeps its exit code', async () => {
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

describe('the programs that .ci/run needs', () => {
  const tools = [
    'bash',
    'sh',
    'dirname',
    'mktemp',
    'rm',
    'tee',
    'grep',
    'tail',
    'echo',
    'cat',
    'chmod',
  ];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isThere = (path: string) => {
    try {
      accessSync(path);
      return true;
    } catch {
      return false;
    }
  };

  /** A machine without them, or with some; what its apt-get was asked for. */
  async function asked(uid: number, aptGet: string, there: string[] = []): Promise<string[]> {
    const folder = await temporaryFolder();
    for (const tool of tools) {
      const path = folders.map((one) => join(one, tool)).find(isThere);
      if (path) await symlink(path, join(folder, tool));
    }
    await command(folder, 'npm', 'echo "1 passed, 0 failed"');
    for (const program of there) await command(folder, program, 'exit 1');
    await command(folder, 'id', `echo ${uid}`);
    await command(folder, 'apt-get', `echo "$*" >> "${folder}/asked"; ${aptGet}`);
    await writeFile(join(folder, 'asked'), '');
    expect(await runIn(folder, folder)).toEqual({ code: 0, lines: ['1 passed, 0 failed'] });
    return (await readFile(join(folder, 'asked'), 'utf8')).split('\n').filter(Boolean);
  }
  const install = 'install -y --no-install-recommends';

  it('are installed when they are missing', async () => {
    expect(await asked(0, 'echo much')).toEqual([`${install} ${installed.join(' ')}`]);
    expect(await asked(0, 'echo much', ['chromium'])).toEqual([
      `${install} nginx caddy pgbouncer hledger poppler-utils`,
    ]);
    // pdftoppm is what poppler-utils brings.
    expect(await asked(0, 'echo much', [...installed, 'pdftoppm'])).toEqual([]);
  });

  it('are installed one by one with refreshed package lists when the first attempt fails', async () => {
    expect(await asked(0, 'case $1 in install) exit 100;; esac')).toEqual([
      `${install} ${installed.join(' ')}`,
      'update',
      ...installed.map((program) => `${install} ${program}`),
    ]);
  });

  it('do not start as servers when they are installed', async () => {
    // With the status that Debian takes for "not now".
    const policy = '"$(dirname "$0")/policy"; echo "$?" >> "$(dirname "$0")/asked"';
    expect(await asked(0, policy)).toEqual([`${install} ${installed.join(' ')}`, '101']);
  });

  it('are not installed where that is not permitted', async () => {
    expect(await asked(1000, '')).toEqual([]);
  });
});
