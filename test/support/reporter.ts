import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints `N passed, N failed` (and `, N skipped`) as the very last line of a run. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: ReturnType<TestCase['result']>['state']) =>
      tests.filter((test) => test.result().state === state).length;
    // A file that does not load, a hook that throws and a stray rejection fail the run without a failed test.
    const outside = modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]);
    const failed = count('failed') + outside.length + unhandled.length;
    const skipped = count('skipped') ? `, ${count('skipped')} skipped` : '';
    process.once('exit', (code) => {
      // A run that fails before its first test (the template database) has failed too.
      const shown = code === 0 ? failed : Math.max(failed, 1);
      process.stdout.write(`${count('passed')} passed, ${shown} failed${skipped}\n`);
    });
  }
}
