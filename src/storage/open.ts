import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** The storage that the configuration names. */
export function storageOf(config: Pick<Config, 'dataDir' | 's3'>): Storage {
  return new DiskStorage(join(config.dataDir, 'files'));
}
