import { routes } from '../../src/groups/index.ts';
import { canBeTried } from '../../src/operations/route.ts';
import type { Case, JournalCases } from './journal-cases.ts';
import { ofGroups } from './of-groups.ts';
import type { TestServer } from './server.ts';

const parts = await ofGroups<{ journalCases: JournalCases }>('journal-cases');

/** At least one case for each operation that changes something, by the operation's id: test/<group>/journal-cases.ts. */
export const allCases = (server: TestServer): Record<string, Case> =>
  Object.assign(
    {},
    ...parts.map(({ journalCases }) =>
      typeof journalCases === 'function' ? journalCases(server) : journalCases,
    ),
  );

/** For describing them, before there is a server: only the names are asked for. */
export const caseNames = Object.keys(allCases({} as TestServer));

/**
 * Whether the operation of a case can be run dry, and answers then as it does otherwise: test/http/dry-run.test.ts calls these,
 * test/engines/journal.test.ts the others.
 */
export const isTried = (name: string): boolean =>
  routes.some(
    (route) =>
      route.id === name.split(' ')[0] && canBeTried(route) && !route.isUntried && !route.triesAs,
  );
