import { beforeAll, expect, inject } from 'vitest';
import { postgresTaken } from './database.ts';
import { note, takenBy } from './processor.ts';

// Runs before each file of tests is read, and so counts what reading it takes.
const { own, children } = takenBy('self');

// The first hook to begin is the last to end: servers and databases of the file are gone by then.
beforeAll(() => async () => {
  const now = takenBy('self');
  note(inject('shared'), expect.getState().testPath ?? '', {
    tests: now.own - own,
    processes: now.children - children,
    postgres: await postgresTaken(),
  });
});
