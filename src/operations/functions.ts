import type { Marks } from './answer.ts';
import { functionOf, mutates, type Route } from './route.ts';

/** The rows with an SQL function of their own, by its name. */
const rows = new Map<string, Route>();
/** Functions that only read, whichever row asks them. */
const looking = new Set<string>();

/** Makes the functions behind the rows of all groups known, once, when their list is loaded. */
export function declareFunctions(routes: Route[]): void {
  for (const route of routes) {
    for (const name of route.looks ?? []) looking.add(name);
    if (route.isComposed) continue;
    const name = functionOf(route);
    if (rows.has(name)) throw new Error(`two rows have the function ${name}`);
    rows.set(name, route);
    if (!mutates(route)) looking.add(name);
  }
}

/** Whether a function only reads: that of a row that changes nothing, or one that a row lists in `looks`. */
export const readsOnly = (operation: string): boolean => looking.has(operation);

/**
 * The marks to expect in the answer of a function: the flags of its own row, or, of a function without a row, those of the
 * row that asks it.
 */
export const marksOf = (operation: string, askedBy: Marks = {}): Marks =>
  rows.get(operation) ?? askedBy;
