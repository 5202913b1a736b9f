import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The storage that the configuration names. */
export function storageOf(config: Pick<Config, 'dataDir' | 's3'>): Storage {
  return config.s3 ? new S3Storage(config.s3) : new DiskStorage(join(config.dataDir, 'files'));
}
