import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withClient } from '../client.ts';
import { type LastRun, librariesSql } from './fit.ts';

/** How far a cluster has come. */
interface Mark {
  system_identifier: string;
  timeline: number;
  /** The end of the log that PostgreSQL has written and would keep in a crash. */
  lsn: string;
  /** Seen below an earlier mark, and nothing has come of it yet. */
  went_back?: true;
  /** The program that ran it; missing in the mark of an older version, as what follows. */
  postgres?: string;
  /** The libraries in PostgreSQL's folder that its functions need. */
  libraries?: string[];
}

const everyMs = 60_000;
/** A stop does not wait longer for the last one. */
const patienceMs = 1_000;

/**
 * A mark in DATA_DIR of how far the cluster has come. An old copy of the cluster's folder that is put back looks to PostgreSQL
 * as if nothing had been; held against the mark, it is behind. A copy of all of DATA_DIR brings its own mark, and is not
 * noticed: `insula migrate rewound`.
 */
export class ClusterMark {
  /** Whether the cluster is older than it was. */
  wentBack = false;
  private readonly path: string;
  private readonly url: string;
  private readonly postgres: string;
  private readonly log: Logger;
  private timer: NodeJS.Timeout | undefined;

  private constructor(dataDir: string, url: string, postgres: string, log: Logger) {
    this.path = pathIn(dataDir);
    this.url = url;
    this.postgres = postgres;
    this.log = log;
  }

  /**
   * Holds a cluster that has just been started against its mark.
   * @param url the migrating role
   * @param postgres the program that runs it
   */
  static async look(
    dataDir: string,
    url: string,
    postgres: string,
    log: Logger,
  ): Promise<ClusterMark> {
    const mark = new ClusterMark(dataDir, url, postgres, log);
    const last = readMark(dataDir);
    const here = await mark.here();
    mark.wentBack = last !== undefined && (last.went_back ?? isBehind(last, here));
    await mark.write(here);
    mark.timer = setInterval(() => void mark.write(), everyMs).unref();
    return mark;
  }

  /** The places of all journals are above what is lost. */
  async settle(): Promise<void> {
    this.wentBack = false;
    await this.write();
  }

  /** Before PostgreSQL ends. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.race([this.write(), sleep(patienceMs, undefined, { ref: false })]);
  }

  /** Whole or not at all. If it cannot be written (a full disk), nothing else is affected. */
  private async write(seen?: Mark): Promise<void> {
    const draft = `${this.path}.${process.pid}`;
    try {
      const mark: Mark = {
        ...(seen ?? (await this.here())),
        ...(this.wentBack && { went_back: true }),
      };
      writeFileSync(draft, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
      renameSync(draft, this.path);
    } catch (err) {
      rmSync(draft, { force: true });
      this.log.debug({ err }, 'could not note how far the database has come');
    }
  }

  private here(): Promise<Mark> {
    return withClient(this.url, 'mark', async (client) => {
      const { rows } = await client.query<Mark>(`
        select system_identifier::text,
          ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
          pg_current_wal_flush_lsn()::text as lsn,
          array(${librariesSql}) as libraries
        from pg_control_system()`);
      return { ...(rows[0] as Mark), postgres: this.postgres };
    });
  }
}

/** Whether a cluster is older than its mark says. */
function isBehind({ system_identifier, timeline, lsn }: Mark, here: Mark): boolean {
  // Anything else the database notices by itself: app.lineage_state.
  if (here.system_identifier !== system_identifier || here.timeline !== timeline) return false;
  return positionOf(here.lsn) < positionOf(lsn);
}

const pathIn = (dataDir: string): string => join(dataDir, 'postgres.mark');

function readMark(dataDir: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The last run of the cluster in which all that it needs was there. */
export function lastRunOf(dataDir: string): LastRun {
  const { postgres, libraries = [] } = readMark(dataDir) ?? {};
  return { ...(postgres !== undefined && { postgres }), libraries };
}

/** Of `16/B374D848`. */
function positionOf(lsn: string): bigint {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
