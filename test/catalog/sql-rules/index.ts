import * as changes from './changes.ts';
import * as rows from './rows.ts';
import type { Rule } from './rule.ts';
import * as writes from './writes.ts';

/** Every rule by what it is called in the code; CONTRIBUTING says why they are there. */
export const rules: Record<string, Rule> = { ...changes, ...rows, ...writes };

export { type ParsedFunction, parseFunction } from './functions.ts';
export { type Known, readKnown } from './known.ts';
