import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { ApplyResult } from './apply.ts';
import { migrate } from './migrate.ts';
import { dumpSchema } from './schema-dump.ts';
import { startScratch } from './scratch.ts';

export interface VerifyResult {
  /** The state of `docs/reference/schema.sql`, before it was written. */
  schema: 'up to date' | 'written' | 'out of date';
  functions: ApplyResult;
  /** Whether migrations/current.sql holds something that is not committed. */
  hasCurrent: boolean;
}

const schemaFile = new URL('../../docs/reference/schema.sql', import.meta.url);

/**
 * Proves that a new database comes out right: migrates an empty one, migrates it again with every function body
 * validated (now that all of them exist), and compares its schema with `docs/reference/schema.sql`.
 * @param options.write whether to write the file when it differs
 */
export async function verify(options: { log: Logger; write: boolean }): Promise<VerifyResult> {
  const { log, write } = options;
  const scratch = await startScratch(log);
  try {
    const url = await scratch.createDatabase('main');
    const encryptionKey = Buffer.alloc(32);
    await migrate(url, { log, encryptionKey, current: true });
    const { functions, hasCurrent } = await migrate(url, {
      log,
      encryptionKey,
      current: true,
      check: true,
    });
    const dumped = await dumpSchema(url);
    const isSame = (await readFile(schemaFile, 'utf8').catch(() => '')) === dumped;
    if (!isSame && write) {
      await mkdir(new URL('.', schemaFile), { recursive: true });
      await writeFile(schemaFile, dumped);
    }
    const schema = isSame ? 'up to date' : write ? 'written' : 'out of date';
    return { schema, functions, hasCurrent };
  } finally {
    await scratch.remove();
  }
}
