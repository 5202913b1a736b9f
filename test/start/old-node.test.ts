import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = ['bin/insula.js', 'bin/bootstrap.js'];
const guard = 'bin/check-node.js';

/** Runs a script on a Node that says it is another one. */
async function runAs(version: string, script: string, args: string[]) {
  const preload = join(await temporaryFolder(), 'version.cjs');
  const versions = `{ ...process.versions, node: '${version}' }`;
  await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--require', preload, `${root}${script}`, ...args],
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

describe('a Node that is too old', () => {
  it.each(
    ['0.12.18', '14.21.3', '16.20.2', '18.20.8'].flatMap((version) =>
      entries.map((entry) => [version, entry] as const),
    ),
  )('%s is reported in one line by %s', async (version, entry) => {
    expect(await runAs(version, entry, ['start'])).toEqual({
      code: 1,
      output: `Insula needs Node 20 or newer; this is Node ${version}. Install a newer one: https://nodejs.org/en/download\n`,
    });
  });

  it('can run the check: no module syntax, nothing newer than ECMAScript 5', async () => {
    const { type } = JSON.parse(await readFile(`${root}bin/package.json`, 'utf8'));
    expect(type).toBe('commonjs');
    for (const file of [...entries, guard]) {
      const text = await readFile(`${root}${file}`, 'utf8');
      const code = text.replace(/^#!.*/, '').replace(/\/\/.*$/gm, '');
      expect(code, file).not.toMatch(
        /=>|`|\b(const|let|class|import|export|async|await|of)\b|\?\.|\?\?|\.\.\.|,\s*\)/,
      );
    }
  });

  it('is reported before anything else is loaded', async () => {
    for (const entry of entries) {
      const text = await readFile(`${root}${entry}`, 'utf8');
      expect([...text.matchAll(/require\('([^']+)'\)/g)].map(([, path]) => path)[0]).toBe(
        './check-node.js',
      );
    }
    const { engines } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
    expect(engines.node).toBe('>=20');
  });
});
