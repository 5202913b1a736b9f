import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlreadyRunningError } from './os-user.ts';

/** Held by the one process that runs a DATA_DIR. */
export interface InstanceLock {
  release(): void;
}

/** Identifies a process beyond its number, which the system gives out again. */
interface Holder {
  pid: number;
  startedAt: string;
}

/**
 * Takes `insula.lock` in the folder of the database. A lock whose process is gone (kill -9, power cut) is taken over.
 * @throws AlreadyRunningError when a living process holds it, with its number and what to do
 */
export function lockInstance(folder: string, dataDir: string): InstanceLock {
  const path = join(folder, 'insula.lock');
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    while (!tryLink(draft, path)) clearStale(path, dataDir);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (read(path) === mine) rmSync(path, { force: true });
    },
  };
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a dead process, and only that one: it is moved away first and looked at again. */
function clearStale(path: string, dataDir: string): void {
  const held = read(path);
  if (held === undefined) return;
  const holder = parse(held);
  if (holder && startOf(holder.pid) === holder.startedAt) {
    throw new AlreadyRunningError(
      `Another Insula (process ${holder.pid}) already runs on ${dataDir}. ` +
        `Stop it (kill ${holder.pid}), or give this one its own folder and port: ` +
        'DATA_DIR=./data2 PORT=3001 npm start',
    );
  }
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== held) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** When a process started, as text that no later process with the same number has; undefined when it is gone. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = read(`/proc/${pid}/stat`);
    // The name, in brackets, may hold spaces; field 22 of the line is the start, in ticks since the boot.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields?.[0], fields?.[19]];
    if (!ticks || state === 'Z') return undefined;
    return `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${ticks}`;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
