import { join } from 'node:path';
import type { Config } from '../ground/config/config.ts';
import { DiskStorage } from './disk.ts';
import type { DiskRoom } from './disk-room.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/**
 * The storage that the configuration names.
 * @param room of the disk that files share with the database
 */
export function storageOf(config: Pick<Config, 'dataDir' | 's3'>, room?: DiskRoom): Storage {
  if (config.s3) return new S3Storage(config.s3);
  return new DiskStorage(join(config.dataDir, 'files'), room);
}
