import type { OpenedTarget } from '../../src/snapshot/child.ts';

/** Counts what it is given. `failsAt` is a table whose rows it refuses. */
export async function openCounting(
  _parts: unknown,
  { failsAt }: { failsAt?: string },
): Promise<OpenedTarget> {
  const counts: Record<string, number> = {};
  const count = (name: string, more: number) => {
    counts[name] = (counts[name] ?? 0) + more;
  };
  return {
    begin: async () => {},
    rows: async ({ name }, _lines, rows) => {
      if (name === failsAt) throw new Error(`no more of ${name}`);
      count(name, rows);
    },
    journal: async (_lines, rows) => count('journal', rows),
    secrets: async (secrets) => count('secrets', secrets.length),
    async file(_, content) {
      for await (const piece of content) count('bytes', piece.length);
    },
    end: async () => {},
    result: () => counts,
  };
}
