import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processor seconds that a file of tests took: in its process, in those that it started, and in PostgreSQL for its databases. */
export const takers = ['tests', 'processes', 'postgres'] as const;
export type Taken = Record<(typeof takers)[number], number>;

type Entry = [file: string, taken: Taken];

const fileName = 'processor';
/** The unit of /proc: Linux gives all programs hundredths. */
const ticks = 100;

/** Processor time of a process and of the children that it has waited for; nothing if the system does not report it. */
export function takenBy(pid: number | 'self'): { own: number; children: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const sum = (...at: number[]) => at.reduce((all, n) => all + Number(fields[n]), 0) / ticks;
    return { own: sum(11, 12), children: sum(13, 14) };
  } catch {
    return { own: 0, children: 0 };
  }
}

/** Processor time of the backends of a database since the last look. */
export class Backends {
  private readonly before = new Map<number, number>();
  private taken = 0;

  /** Looks at those that are there: with their end, what they took becomes that of their parent. */
  look(pids: number[]): void {
    for (const pid of pids) {
      const { own } = takenBy(pid);
      this.taken += Math.max(0, own - (this.before.get(pid) ?? 0));
      this.before.set(pid, own);
    }
  }

  /** The sum since the last call. */
  take(): number {
    const { taken } = this;
    this.taken = 0;
    return taken;
  }
}

/** Notes for the reporter what a file has taken. */
export function note(folder: string, file: string, taken: Taken): void {
  appendFileSync(join(folder, fileName), `${JSON.stringify([file, taken] satisfies Entry)}\n`);
}

/** The notes in a folder, by file. */
export function takenByFiles(folder: string): Map<string, Taken> {
  const found = new Map<string, Taken>();
  for (const line of readLines(join(folder, fileName))) {
    const [file, taken] = JSON.parse(line) as Entry;
    const sums = found.get(file) ?? { tests: 0, processes: 0, postgres: 0 };
    for (const taker of takers) sums[taker] += taken[taker];
    found.set(file, sums);
  }
  return found;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
