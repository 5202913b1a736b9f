import { expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';

/** Second paths that the contract names. */
const named = ['/v1/workflows/:workflow_id/start', '/v1/auth/invite'];

// Each would have to be authorized, limited, documented and tested twice.
it('each operation has one path, unless the contract names another', () => {
  const paths = new Map<string, string[]>();
  for (const { method, path, summary } of routes.filter(({ path }) => !named.includes(path))) {
    const kind = `${method} ${path.split('/').at(-1)?.replace(/^:.*/, ':id')} ${summary}`;
    paths.set(kind, [...(paths.get(kind) ?? []), path]);
  }
  const several = [...paths].filter(([, all]) => all.length > 1);
  // A run of an automation is not one of a workflow, though both are resumed and cancelled.
  expect(several.map(([kind]) => kind)).toEqual([
    'POST retry Resume a failed or cancelled run',
    'POST cancel Cancel a run',
  ]);
});
