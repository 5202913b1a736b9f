import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('./curl.mjs', import.meta.url));

/** Pastes lines into a shell. @returns what they print. Where there is no curl, one of our own stands in. */
export async function paste(lines: string, cwd = '.'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'insula-curl-'));
  const standIn = join(folder, 'curl');
  writeFileSync(standIn, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  chmodSync(standIn, 0o755);
  try {
    const env = { ...process.env, PATH: [process.env.PATH, folder].join(delimiter) };
    return (await promisify(execFile)('sh', ['-c', lines], { env, cwd })).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
