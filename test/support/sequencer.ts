import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of tests that start processes and wait for them: while they wait, others can run. */
const waiting = /\/test\/(durability|start|cli)\//;
/** As many other files run while one of them waits, on the two cores that are left to them. */
const meanwhile = 8;

/**
 * Begins a file that waits with every ninth, so that mostly one of them runs beside others that keep the processors busy,
 * and none of them is left to run alone at the end.
 */
export class WaitingAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => waiting.test(moduleId);
    const others = sorted.filter((file) => !isWaiting(file));
    const mixed = sorted
      .filter(isWaiting)
      .flatMap((file) => [file, ...others.splice(0, meanwhile)]);
    return [...mixed, ...others];
  }
}
