import { freemem } from 'node:os';
import type { Config } from '../../ground/config/config.ts';
import { storageOf } from '../../storage/open.ts';
import { expect, type Finding, failed, ok, warning } from './check.ts';
import { checkFolders } from './folder-checks.ts';
import { checkPostgres } from './postgres-check.ts';

/** Looks at this machine: the Node, the folder, its space, its secrets. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    checkNode(),
    ...(config.databaseUrl ? [] : [checkPostgres(config)]),
    ...(await checkFolders(config)),
    ...(config.s3 ? [await checkBucket(config, config.s3.bucket)] : []),
    checkMemory(),
  ];
}

function checkNode(): Finding {
  return expect(
    Number.parseInt(process.versions.node, 10) >= 24,
    'node',
    process.versions.node,
    failed,
    'Start Insula with "npm start" or "npx insula": they use the Node 24 that npm installed.',
  );
}

/** Whether files can be written, read and removed there. */
async function checkBucket(config: Config, bucket: string): Promise<Finding> {
  return storageOf(config)
    .check()
    .then(
      () => ok('bucket', bucket),
      (error: Error) => failed('bucket', bucket, error.message),
    );
}

function checkMemory(): Finding {
  const megabytes = Math.round(freemem() / 1e6);
  const advice = 'Give the machine at least 1 GB.';
  return expect(megabytes > 256, 'free memory', `${megabytes} MB`, warning, advice);
}
