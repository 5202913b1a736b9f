import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { House } from '../../db/call.ts';
import type { CountedHour } from '../../db/meters.ts';
import { type AnsweredCall, Counted } from './counted.ts';
import { Standings } from './standings.ts';

/** Tenants and hours that are kept apart: some 50 MB where each has called thirty operations. */
const mostHours = 20_000;
/** Of them in one statement. */
const mostOfBatch = 500;

interface Batch {
  number: number;
  hours: CountedHour[];
}

/**
 * Counts authenticated calls in memory and writes them every few seconds, for all tenants at once: a call never waits for
 * its meter. A process that is killed loses what it has not written; one that does not know whether a batch was written
 * sends it again under the same number, and the database counts it once.
 */
export class Meter {
  private readonly writer = randomUUID();
  private readonly counted = new Counted(mostHours);
  private readonly standings = new Standings();
  private readonly gateway: Pick<House, 'metersAdd'>;
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;
  private batch: Batch | undefined;
  private lastNumber = 0;
  private lost = 0;
  private writing: Promise<void> | undefined;

  constructor(gateway: Pick<House, 'metersAdd'>, log: Logger, everyMs = 5_000) {
    this.gateway = gateway;
    this.log = log;
    this.timer = setInterval(() => void (this.writing ?? this.flush()), everyMs).unref();
  }

  note(call: AnsweredCall): void {
    if (!this.counted.add(call)) this.lost += 1;
  }

  /**
   * Answers the headers of a call by where its tenant stands in this month.
   * @throws 403 PLAN_LIMIT_EXCEEDED
   */
  check(tenant: string): Record<string, string> | undefined {
    return this.standings.check(tenant, this.counted.of(tenant));
  }

  /** Writes what was counted until now; what cannot be written stays for the next time. */
  async flush(): Promise<void> {
    await this.writing;
    this.writing = this.write().finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async write(): Promise<void> {
    try {
      for (let batch = this.nextBatch(); batch; batch = this.nextBatch()) {
        const { month, standings } = await this.gateway.metersAdd(
          this.writer,
          batch.number,
          batch.hours,
        );
        this.batch = undefined;
        const tenants = batch.hours.map(({ tenant_id }) => tenant_id);
        this.standings.set(month, tenants, standings);
      }
    } catch (err) {
      const hours = this.counted.size;
      this.log.warn({ err, hours, lost: this.lost }, 'could not write how many calls were made');
    }
  }

  /** The batch whose fate is not known, or else the next one. */
  private nextBatch(): Batch | undefined {
    if (!this.batch && this.counted.size > 0) {
      this.lastNumber += 1;
      this.batch = { number: this.lastNumber, hours: this.counted.take(mostOfBatch) };
    }
    return this.batch;
  }
}
