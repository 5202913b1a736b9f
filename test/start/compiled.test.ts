import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compiled } from '../support/process.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

it('the launcher, and a process that starts without it, keep compiled modules in the same folder', async () => {
  const script = `
    import { getCompileCacheDir } from 'node:module';
    import './src/ground/machine/compile-cache.ts';
    console.log(getCompileCacheDir());`;
  const kept = async (env: Record<string, string>) =>
    (await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env })).stdout;
  const folder = await kept({});
  expect(folder.startsWith(compiled.NODE_COMPILE_CACHE)).toBe(true);
  expect(await kept(compiled)).toBe(folder);
});
