import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** `insula …` as a process of its own, with what it has printed so far. */
export interface InsulaProcess {
  child: ChildProcess;
  output(): string;
  /** Waits until it has printed what `pattern` finds. @returns the match */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its end. @returns the exit code */
  exit(): Promise<number | null>;
}

/** Starts `insula` with arguments and environment; killed, if need be, when the test is over. */
export function insula(args: string[], env: Record<string, string>): InsulaProcess {
  const child = spawn(process.execPath, [cli, ...args], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
    // Its PostgreSQL ends after it, and must have ended before the folder is removed.
    const { DATA_DIR = '' } = env;
    if (existsSync(join(DATA_DIR, 'postgres')))
      await until(() => postgresOn(DATA_DIR).length === 0);
  });
  return {
    child,
    output: () => text,
    async printed(pattern) {
      return until(() => {
        const found = pattern.exec(text);
        if (!found && child.exitCode !== null)
          throw new Error(`ended without ${pattern}:\n${text}`);
        return found;
      });
    },
    async exit() {
      const [code] = await closed;
      return code;
    },
  };
}

/** Processes of the PostgreSQL that runs on a DATA_DIR. */
export function postgresOn(dataDir: string): number[] {
  const folder = realpathSync(join(dataDir, 'postgres'));
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid)?.startsWith(folder));
}

/** Looks again and again, at most ten seconds, until there is something. */
export async function until<T>(look: () => T): Promise<NonNullable<T>> {
  for (let attempt = 0; ; attempt++) {
    const found = look();
    if (found) return found;
    if (attempt === 500) throw new Error(`waited in vain for ${look}`);
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
