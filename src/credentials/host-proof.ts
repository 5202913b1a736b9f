import type { Box } from './box.ts';

/** Where a host shows that it leads to this installation: it answers with `challengeAnswer`. */
export const challengePath = '/.well-known/insula-challenge/';

const place = 'host challenge';

/** The answer at a host to the challenge of a value. Only this installation can make it, so that no server that repeats what it is asked passes. */
export const challengeAnswer = (box: Box, host: string, value: string): string =>
  box.mac('platform', place, `${host} ${value}`);

/** That of each process, while ENCRYPTION_KEY is replaced. */
export const challengeAnswers = (box: Box, host: string, value: string): string[] =>
  box.macs('platform', place, `${host} ${value}`);
