import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * An empty folder that every user may enter, removed when the test has ended and no process works in it any more.
 * @param parent where it is made: the folder for what is temporary, or a faster place
 */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'insula-test-'));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await until(() => processesIn(folder).length === 0);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes files, given by path, below a folder. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Processes whose working directory is there or below (Linux; elsewhere none are seen). */
export function processesIn(folder: string): number[] {
  if (!existsSync('/proc') || !existsSync(folder)) return [];
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid)?.startsWith(real));
}

/** Looks again and again, at most two minutes, until there is something. */
export async function until<T>(look: () => T): Promise<NonNullable<T>> {
  for (let attempt = 0; ; attempt++) {
    const found = look();
    if (found) return found;
    if (attempt === 6000) throw new Error(`waited in vain for ${look}`);
    await sleep(20);
  }
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
