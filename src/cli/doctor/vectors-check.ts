import { migratedTo } from '../../db/check.ts';
import { withClient } from '../../db/client.ts';
import { vectorState } from '../../db/vector-indexes.ts';
import { expect, type Finding, ok, warning } from './check.ts';

/** Whether large collections of vectors have the index that they could have. */
export async function checkVectors(url: string): Promise<Finding> {
  const name = 'vectors';
  if (!(await withClient(url, 'doctor', migratedTo))) return ok(name, 'none yet');
  const { isAvailable, schema, wanted } = await vectorState(url);
  if (!isAvailable) return ok(name, 'searched by their signs: the extension vector is not there');
  return expect(
    wanted.length === 0,
    name,
    wanted.length > 0
      ? `large collections without an index: ${wanted.length}`
      : `the extension vector is ${schema ? 'installed' : 'available'}, no large collection is without an index`,
    warning,
    'Run "insula migrate vectors".',
  );
}
