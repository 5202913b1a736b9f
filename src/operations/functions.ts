import type { Marks } from './answer.ts';
import { functionOf, mutates, type Route } from './route.ts';

/** The functions behind the rows, with the marks to expect in their answers. */
const marks = new Map<string, Marks>();
/** Functions that only read, whichever row asks them. */
const looking = new Set<string>();

/** Makes the functions behind the rows of all groups known, once, when their list is loaded. */
export function declareFunctions(routes: Route[]): void {
  for (const route of routes) {
    if (route.isComposed) continue;
    const name = functionOf(route);
    if (marks.has(name)) throw new Error(`two rows have the function ${name}`);
    marks.set(name, route);
    if (!mutates(route)) looking.add(name);
  }
  for (const { looks = [], operations = [], carriesHeaders, mayRefuse } of routes) {
    for (const name of looks) looking.add(name);
    for (const name of [...looks, ...operations]) {
      const known = marks.get(name);
      marks.set(name, {
        carriesHeaders: known?.carriesHeaders || carriesHeaders,
        mayRefuse: known?.mayRefuse || mayRefuse,
      });
    }
  }
}

/** Whether a function only reads: that of a row that changes nothing, or one that a row lists in `looks`. */
export const readsOnly = (operation: string): boolean => looking.has(operation);

/**
 * The marks to expect in the answer of a function, whichever row asks it: the flags of its own row and of those that list it
 * in `operations` or `looks`.
 */
export const marksOf = (operation: string): Marks => marks.get(operation) ?? {};
