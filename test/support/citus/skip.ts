import { beforeEach } from 'vitest';
import { leftOut } from './left-out.ts';

/** Skips the tests that `leftOut` names one by one. */
beforeEach(({ task, skip }) => {
  const why = leftOut[`${task.file.name} > ${task.fullTestName}`];
  if (why) skip(why);
});
