import { defineConfig } from 'vitest/config';
import { WaitingAmongOthers } from './test/support/sequencer.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // On a cluster alone: npm run test:citus.
    exclude: ['test/citus/**'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    sequence: { sequencer: WaitingAmongOthers },
    pool: 'forks',
    isolate: false,
    // One more than the cores that it is made for: tests wait for disks and for each other's clocks, too.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
