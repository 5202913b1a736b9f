import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { unexercised } from './exercised.ts';

/**
 * Prints `N passed, N failed` (and `, N skipped`) as the very last line of a run, and fails a run of all tests in which
 * an operation of the API was never exercised.
 */
export default class CountReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: ReturnType<TestCase['result']>['state']) =>
      tests.filter((test) => test.result().state === state).length;
    // A file that does not load, a hook that throws and a stray rejection fail the run without a failed test.
    const outside = modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]);
    const forgotten = await this.forgottenOperations(modules);
    const failed = count('failed') + outside.length + unhandled.length + forgotten.length;
    const skipped = count('skipped') ? `, ${count('skipped')} skipped` : '';
    if (forgotten.length > 0) process.exitCode = 1;
    process.once('exit', (code) => {
      for (const id of forgotten) process.stdout.write(`no test exercises ${id}\n`);
      // A run that fails before its first test (the template database) has failed too.
      const shown = code === 0 ? failed : Math.max(failed, 1);
      process.stdout.write(`${count('passed')} passed, ${shown} failed${skipped}\n`);
    });
  }

  /** Empty for a run of some tests only. */
  private async forgottenOperations(modules: readonly TestModule[]): Promise<string[]> {
    const { vitest } = this;
    if (!vitest || vitest.getGlobalTestNamePattern()) return [];
    const ran = new Set(modules.map((module) => module.moduleId));
    const all = await vitest.globTestSpecifications();
    const { exercised } = vitest.getRootProject().getProvidedContext();
    return exercised && all.every((file) => ran.has(file.moduleId)) ? unexercised(exercised) : [];
  }
}
