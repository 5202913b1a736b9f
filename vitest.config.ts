import { defineConfig } from 'vitest/config';
import { WaitingAmongOthers } from './test/support/sequencer.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // On a cluster alone: npm run test:citus.
    exclude: ['test/citus/**'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/measure-file.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    sequence: { sequencer: WaitingAmongOthers },
    pool: 'forks',
    isolate: false,
    // As Node runs the server: transforming each file first takes as long as hundreds of tests. No test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Requests and answers are young and soon gone: with less room, collecting them takes a twentieth of the time of all tests.
    execArgv: ['--max-semi-space-size=64'],
    // One more than the cores that it is made for: tests wait for disks and for each other's clocks, too.
    maxWorkers: 3,
    // Says that a test hangs, also on a machine that is five times as slow as most: nothing is told by it.
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
