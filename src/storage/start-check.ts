import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { storageOf } from './open.ts';

/**
 * Says in the log when files cannot be kept, and what to do. Everything else works without them, so the process starts:
 * one that ends because the storage is away would take objects and sign-ins along.
 */
export async function checkStorageAtStart(config: Config, log: Logger): Promise<void> {
  const storage = storageOf(config);
  try {
    await storage.check();
  } catch (err) {
    const { message } = err as Error;
    log.error({ err, storage: storage.name }, `Files can be neither stored nor read: ${message}`);
  }
}
