/**
 * For tests of what happens when things meet at one moment. On a machine that is busy otherwise they may miss each other:
 * the test is begun again then, and fails when they never meet.
 */
export const untilTheyMeet = { retry: 5 };
