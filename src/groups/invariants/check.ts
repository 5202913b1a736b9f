import { repeatUntilDone } from '../../tools/lanes/repeat.ts';

/** Checks the objects of a large type against a rule that comes into force, 1,000 at a time. */
export const invariantCheck = repeatUntilDone('invariant_check');
