import { watch as watchFolder } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeApply } from './apply.ts';
import { type MigrateOptions, migrate } from './migrate.ts';

const folders = ['migrations', 'sql'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);

/** Editors write in several steps; this long after the last one the files are read. */
const settleMs = 80;

/**
 * Brings the database up to date now and after every change of a file, until the process is ended.
 * A mistake is printed with its place and waits for the next change.
 */
export async function watch(
  url: string,
  options: MigrateOptions,
  print: (line: string) => void,
): Promise<never> {
  let changed = Promise.withResolvers<void>();
  for (const folder of folders) void listen(folder, () => changed.resolve());
  for (;;) {
    changed = Promise.withResolvers();
    await update(url, options, print);
    await changed.promise;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
  }
}

async function listen(folder: string, onChange: () => void): Promise<void> {
  for await (const { filename } of watchFolder(folder, { recursive: true })) {
    if (filename?.endsWith('.sql')) onChange();
  }
}

async function update(
  url: string,
  options: MigrateOptions,
  print: (line: string) => void,
): Promise<void> {
  try {
    const result = await migrate(url, { ...options, current: true });
    print(`${new Date().toLocaleTimeString()}  ${describeApply(result.functions)}`);
  } catch (error) {
    print(`${new Date().toLocaleTimeString()}  ${(error as Error).message}`);
  }
}
