import type { Logger } from 'pino';
import type { Config } from '../ground/config/config.ts';
import { outagesOf } from '../pulse/log.ts';
import { storageOf } from '../storage/open.ts';

/**
 * Says in the log when files cannot be kept, and what to do. Everything else works without them, so the process starts:
 * one that ends because the storage is away would take objects and sign-ins along.
 */
export async function checkStorageAtStart(config: Config, log: Logger): Promise<void> {
  const storage = storageOf(config);
  await storage.closeToOthers?.().catch(({ message }: Error) => {
    log.warn(
      `Other users of this machine may read files, and this user cannot keep them out: ${message}`,
    );
  });
  outagesOf(log)?.watch('storage of files', () => storage.check());
  try {
    await storage.check();
  } catch (err) {
    const { message } = err as Error;
    // The message explains what to do; an error would be taken for an outage and counted.
    log.error({ storage: storage.name }, `Files can be neither stored nor read: ${message}`);
  }
}
