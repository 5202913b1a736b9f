import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { unexercised } from './exercised.ts';
import { phases, phasesOf } from './phases.ts';
import { takenByFiles, takers } from './processor.ts';

/** As many of the slowest files as the report names. */
const slowest = 10;

/**
 * Prints where the time of a long run went: the slowest files, and what they waited for beside their tests. Then prints
 * `N passed, N failed` (and `, N skipped`) as the very last line of a run, and fails a run of all tests in which an
 * operation of the API was never exercised.
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
    if (modules.length > slowest)
      console.log(`\n${this.timeTable(modules)}\n\n${this.processorTable(modules)}\n`);
    if (process.env.FIGURES) this.keepFigures(modules, process.env.FIGURES);
    const forgotten = await this.forgottenOperations(modules);
    if (process.env.EXAMPLES) await this.keepExamples();
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

  /** `EXAMPLES=1 npm test -- test/<group>`: what the run has seen becomes examples of answers, where they are missing. */
  private async keepExamples(): Promise<void> {
    const { exercised } = this.vitest?.getRootProject().getProvidedContext() ?? {};
    if (!exercised) return;
    const { addExamples } = await import('./examples/add.ts');
    console.log(`\nexamples added: ${addExamples(exercised).join(' ') || 'none'}\n`);
  }

  /** `FIGURES=<file> npm test -- …`: writes what each file took, in seconds, the most first: to compare two runs. */
  private keepFigures(modules: readonly TestModule[], path: string): void {
    const { shared } = this.vitest?.getRootProject().getProvidedContext() ?? {};
    const noted = shared ? takenByFiles(shared) : new Map();
    const rows = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic();
      const taken = takers.map((taker): number => noted.get(module.moduleId)?.[taker] ?? 0);
      const all = taken.reduce((sum, seconds) => sum + seconds, 0);
      const cells = [all, ...taken, (duration + collectDuration) / 1000];
      return { all, line: [module.relativeModuleId, ...cells.map((one) => one.toFixed(2))].join() };
    });
    const lines = rows.toSorted((a, b) => b.all - a.all).map(({ line }) => line);
    writeFileSync(
      path,
      `${[['file', 'processor', ...takers, 'wall'].join(), ...lines].join('\n')}\n`,
    );
  }

  private timeTable(modules: readonly TestModule[]): string {
    const { shared } = this.vitest?.getRootProject().getProvidedContext() ?? {};
    const noted = shared ? phasesOf(shared) : new Map();
    const rows = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic();
      const waited = phases.map((phase): number => noted.get(module.moduleId)?.[phase] ?? 0);
      return { name: module.relativeModuleId, times: [duration + collectDuration, ...waited] };
    });
    const sums = phases.map((_, n) => rows.reduce((sum, row) => sum + (row.times[n + 1] ?? 0), 0));
    const total = rows.reduce((sum, row) => sum + (row.times[0] ?? 0), 0);
    const line = (name: string, cells: string[]) =>
      `${cells.map((cell) => cell.padStart(8)).join('')}  ${name}`;
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    const byTime = rows.sort((a, b) => (b.times[0] ?? 0) - (a.times[0] ?? 0)).slice(0, slowest);
    return [
      line('seconds', ['all', ...phases]),
      ...byTime.map((row) => line(row.name, row.times.map(seconds))),
      line(`${rows.length} files`, [total, ...sums].map(seconds)),
    ].join('\n');
  }

  /**
   * The folders that took most of the processors. Nothing fails by it: the same tests take a third more on a machine that is
   * busy with other things.
   */
  private processorTable(modules: readonly TestModule[]): string {
    const { shared } = this.vitest?.getRootProject().getProvidedContext() ?? {};
    const noted = shared ? takenByFiles(shared) : new Map();
    const folders = new Map<string, number[]>();
    const plus = (sums: number[] | undefined, more: number[]) =>
      more.map((seconds, n) => seconds + (sums?.[n] ?? 0));
    for (const { moduleId, relativeModuleId } of modules) {
      const name = relativeModuleId.split('/').slice(0, 2).join('/');
      const taken = takers.map((taker): number => noted.get(moduleId)?.[taker] ?? 0);
      folders.set(name, plus(folders.get(name), taken));
    }
    const total = [...folders.values()].reduce(
      plus,
      takers.map(() => 0),
    );
    const all = (sums: number[]) => sums.reduce((sum, seconds) => sum + seconds, 0);
    const row = (name: string, sums: number[]) =>
      `${[all(sums), ...sums].map((seconds) => seconds.toFixed(1).padStart(10)).join('')}  ${name}`;
    const most = [...folders].sort(([, a], [, b]) => all(b) - all(a)).slice(0, slowest);
    return [
      `${['all', ...takers].map((cell) => cell.padStart(10)).join('')}  processor seconds`,
      ...most.map(([name, sums]) => row(name, sums)),
      row(`${folders.size} folders`, total),
    ].join('\n');
  }

  /** Empty for a run of some tests only; on a cluster some are left out. */
  private async forgottenOperations(modules: readonly TestModule[]): Promise<string[]> {
    const { vitest } = this;
    if (!vitest || vitest.getGlobalTestNamePattern()) return [];
    const ran = new Set(modules.map((module) => module.moduleId));
    const all = await vitest.globTestSpecifications();
    const { exercised, server } = vitest.getRootProject().getProvidedContext();
    if (server?.isCluster) return [];
    return exercised && all.every((file) => ran.has(file.moduleId)) ? unexercised(exercised) : [];
  }
}
