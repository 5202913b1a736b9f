import type { BackupConfig } from '../ground/config/backup.ts';
import type { SourceScript } from '../snapshot/child-messages.ts';

/** A moment, and the means to restore it. */
export interface PastGiven {
  config: BackupConfig;
  pgBin: string | undefined;
  reserveBytes: number;
  /** Of the role that replicates. */
  url: string;
  /** ISO 8601 with an offset. */
  moment: string;
}

/** Has a child take a snapshot of a tenant as it was at a moment: see withPastSource. */
export const pastSource = (given: PastGiven): SourceScript => ({
  module: new URL('./past-source.ts', import.meta.url).href,
  name: 'withPastSource',
  given,
});
