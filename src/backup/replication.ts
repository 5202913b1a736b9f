import pg from 'pg';
import { backupSlot } from '../db/embedded/backup-role.ts';
import { BackupError } from './errors.ts';
import { lsnOf, lsnText } from './lsn.ts';

/** A connection that speaks the replication protocol. Its `error` event never ends the process: `broken` tells. */
export interface Replication {
  client: pg.Client;
  /** Rejects when the connection is lost; never resolves. */
  broken: Promise<never>;
  close(): Promise<void>;
}

/** The part of pg's connection that queries of the replication protocol use. */
export interface Wire {
  stream: { pause(): void; resume(): void };
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  on(event: 'replicationStart', listener: () => void): void;
}

export async function connectReplication(url: string, purpose: string): Promise<Replication> {
  const client = new pg.Client({
    connectionString: url,
    replication: 'true',
    application_name: `insula ${purpose}`,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  } as pg.ClientConfig);
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  client.on('error', reject);
  client.on('end', () => reject(new Error('the replication connection has ended')));
  await client.connect();
  return { client, broken, close: () => client.end().catch(() => {}) };
}

export interface System {
  /** Of the cluster; a copy and a restored one keep it. */
  systemIdentifier: string;
  timeline: number;
  /** The end of the WAL that PostgreSQL would keep in a crash. */
  flushed: bigint;
}

export async function identify(client: pg.Client): Promise<System> {
  const { rows } = await client.query('IDENTIFY_SYSTEM');
  const [{ systemid, timeline, xlogpos }] = rows;
  return {
    systemIdentifier: systemid,
    timeline: Number(timeline),
    flushed: lsnOf(xlogpos),
  };
}

/** From where the slot keeps WAL. @returns undefined without a slot, and for one that has lost WAL which was not stored */
export async function slotStart(client: pg.Client): Promise<bigint | undefined> {
  const { rows } = await client.query(`READ_REPLICATION_SLOT ${backupSlot}`);
  const lsn = rows[0]?.restart_lsn;
  return lsn ? lsnOf(lsn) : undefined;
}

export async function makeSlot(client: pg.Client): Promise<bigint> {
  await dropSlot(client);
  await client.query(`CREATE_REPLICATION_SLOT ${backupSlot} PHYSICAL RESERVE_WAL`);
  const start = await slotStart(client);
  if (start === undefined) throw new BackupError('The replication slot keeps no WAL.');
  return start;
}

export async function dropSlot(client: pg.Client): Promise<void> {
  await client
    .query(`DROP_REPLICATION_SLOT ${backupSlot} WAIT`)
    .catch((error: pg.DatabaseError) => {
      if (error.code !== '42704') throw error;
    });
}

/** A message of COPY, as pg hands it to a query. */
interface Message {
  chunk: Buffer;
}

/** A query whose answers are bytes; rows of its results are collected as text. */
export abstract class StreamQuery {
  protected connection: Wire | undefined;
  private readonly text: string;
  protected readonly rows: string[][] = [];
  readonly done: Promise<void>;
  protected readonly settle: { resolve(): void; reject(error: Error): void };

  protected constructor(text: string) {
    this.text = text;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    this.done = promise;
    this.settle = { resolve, reject };
  }

  submit(connection: Wire): void {
    this.connection = connection;
    connection.query(this.text);
  }

  handleRowDescription(): void {}
  handleDataRow({ fields }: { fields: Array<string | null> }): void {
    this.rows.push(fields.map((field) => field ?? ''));
  }
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(): void {}
  handleReadyForQuery(): void {
    this.settle.resolve();
  }
  handleError(error: Error): void {
    this.failed(error);
    this.settle.reject(error);
  }
  protected failed(_error: Error): void {}
  /** Ends the waiting for it. */
  abort(error: Error): void {
    this.settle.reject(error);
  }
  /** @param message its bytes are only there until this returns */
  abstract handleCopyData(message: Message): void;
}

export const submit = (client: pg.Client, query: StreamQuery): void => {
  client.query(query as unknown as pg.Submittable);
};

/** START_REPLICATION: WAL as it is written, until the connection ends. */
export class WalQuery extends StreamQuery {
  private readonly onWal: (start: bigint, bytes: Buffer) => void;
  private readonly onAsked: () => void;

  /** @param onWal bytes that it may keep @param onAsked PostgreSQL wants to hear how far all is stored */
  constructor(
    start: bigint,
    timeline: number,
    onWal: (start: bigint, bytes: Buffer) => void,
    onAsked: () => void,
  ) {
    super(`START_REPLICATION SLOT ${backupSlot} PHYSICAL ${lsnText(start)} TIMELINE ${timeline}`);
    this.onWal = onWal;
    this.onAsked = onAsked;
  }

  handleCopyData({ chunk }: Message): void {
    if (chunk[0] === 0x77) this.onWal(chunk.readBigUInt64BE(1), Buffer.from(chunk.subarray(25)));
    else if (chunk[0] === 0x6b && chunk[17] === 1) this.onAsked();
  }

  /** Tells how far all is stored: before it, PostgreSQL need not keep WAL. */
  confirm(stored: bigint, time: bigint): void {
    const status = Buffer.alloc(34);
    status[0] = 0x72;
    status.writeBigUInt64BE(stored, 1);
    status.writeBigUInt64BE(stored, 9);
    status.writeBigUInt64BE(0n, 17);
    status.writeBigUInt64BE(time, 25);
    this.connection?.sendCopyFromChunk(status);
  }

  pause(): void {
    this.connection?.stream.pause();
  }

  resume(): void {
    this.connection?.stream.resume();
  }
}
