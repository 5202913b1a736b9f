import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { processesIn, until } from './folder.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
/** The command that users run: the parent of a server, which starts it again. */
export const launcher = fileURLToPath(new URL('../../bin/insula.js', import.meta.url));

/** The environment in which the launcher starts a server: Node takes what is compiled already from the first module on. */
export const compiled = {
  NODE_COMPILE_CACHE: createRequire(import.meta.url)('../../bin/launch.js').compiled as string,
};

/** `insula …` as a process of its own, with what it has printed so far. */
export interface InsulaProcess {
  child: ChildProcess;
  output(): string;
  /** Waits until it has printed what `pattern` finds. @returns the match */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its end. @returns the exit code */
  exit(): Promise<number | null>;
}

/**
 * Starts `insula` with arguments and environment; killed, if need be, when the test has ended.
 * @param through a command that runs another one, such as `nice`
 * @param script the command line, or `launcher`
 */
export function insula(
  args: string[],
  env: Record<string, string>,
  through: string[] = [],
  script = cli,
): InsulaProcess {
  const [command = '', ...rest] = [...through, process.execPath, script, ...args];
  // Nothing comes from a proxy that would have to notice first; a test that needs the default says so with an empty text.
  // The same PostgreSQL on every machine, unless the run names another.
  const { PG_BIN = 'bundled' } = process.env;
  const child = spawn(command, rest, { env: { ...compiled, SHUTDOWN_DELAY: '0', PG_BIN, ...env } });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
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
  return processesIn(join(dataDir, 'postgres'));
}

/** Ends processes; some of them may be gone by then. */
export function kill(pids: number[], signal: 'SIGKILL' | 'SIGTERM'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The process that started another (Linux). */
export function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}
