import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of tests that start processes and wait for them: while they wait, others can run. */
const waiting = /\/test\/(durability|start|cli)\//;

/** Begins with the files that wait most, so that none of them is left to run alone at the end. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => waiting.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}
