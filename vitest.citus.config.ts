import { defineConfig } from 'vitest/config';
import { leftOut } from './test/support/citus/left-out.ts';
import base from './vitest.config.ts';

const hasCluster = Boolean(process.env.CITUS_URL);
if (!hasCluster)
  console.log('There is no cluster: CITUS_URL has to be a superuser’s address of its coordinator.');
console.log('Not run on a cluster:');
for (const [path, why] of Object.entries(leftOut)) console.log(`  ${path}: ${why}`);

/** The functional tests on a cluster of Citus: see docs/inside/sql.md. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: hasCluster ? base.test?.include : [],
    exclude: Object.keys(leftOut)
      .filter((what) => !what.includes(' > '))
      .map((path) => (path.endsWith('.ts') ? path : `${path}/**`)),
    setupFiles: ['test/support/measure-file.ts', 'test/support/citus/skip.ts'],
    passWithNoTests: true,
    globalSetup: ['test/support/citus/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 360_000,
  },
});
