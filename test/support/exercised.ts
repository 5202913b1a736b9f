import { readdir } from 'node:fs/promises';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups } from '../../src/groups/index.ts';
import type { OpenApi } from './contract.ts';

/** One PostgreSQL refuses those of shards: only several could answer. No migration of this version can be taken back. */
export const refusedHere = [
  'migration.rollback',
  'shard.create',
  'shard.delete',
  'shard.drain',
  'shard.rebalance',
];

/** The operations of the API that no test has called with success, by the marks that the tests left. */
export async function unexercised(folder: string): Promise<string[]> {
  const marks = new Set([...(await readdir(folder)), ...refusedHere]);
  const document = openApiDocument(groups, 'http://localhost') as unknown as OpenApi;
  return Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .map((operation) => operation.operationId)
    .filter((id) => !marks.has(id));
}
