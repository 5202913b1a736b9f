import { PassThrough } from 'node:stream';
import type { ChildMeans } from '../../src/snapshot/child-messages.ts';
import { writeInChild } from '../../src/snapshot/process.ts';

/** A process that makes a snapshot, and does not read it. */
process.on('message', ({ means, tenant }: { means: ChildMeans; tenant: string }) => {
  const options = { data: 'all', files: true, journal_from: 'all', secrets: 'left_out' } as const;
  const to = new PassThrough({ highWaterMark: 1 });
  void writeInChild(means, { tenant, options, to });
  setInterval(() => {}, 60_000);
});
