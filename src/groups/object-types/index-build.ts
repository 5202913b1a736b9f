import { repeatUntilDone } from '../../tools/lanes/repeat.ts';

/** Builds the index of a property of a large type, 5,000 objects at a time. */
export const indexBuild = repeatUntilDone('index_build');
