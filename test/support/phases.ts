import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';

/** The waits of a test file beside its tests: a database of its own, a server on it, and the end of both. */
export const phases = ['clone', 'start', 'drop'] as const;
export type Phase = (typeof phases)[number];

type Entry = [file: string, phase: Phase, ms: number];

const fileName = 'phases';

/** Does some work, and notes for the reporter how long the file of the present test took for it. */
export async function timed<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    const entry: Entry = [expect.getState().testPath ?? '', phase, performance.now() - started];
    appendFileSync(join(inject('shared'), fileName), `${JSON.stringify(entry)}\n`);
  }
}

/** The milliseconds that each file spent in each phase, as `timed` noted them in a folder. */
export function phasesOf(folder: string): Map<string, Record<Phase, number>> {
  const found = new Map<string, Record<Phase, number>>();
  for (const line of readLines(join(folder, fileName))) {
    const [file, phase, ms] = JSON.parse(line) as Entry;
    const sums = found.get(file) ?? { clone: 0, start: 0, drop: 0 };
    sums[phase] += ms;
    found.set(file, sums);
  }
  return found;
}

/** None when no test of the run needed a database. */
function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
