import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Box } from '../credentials/box.ts';
import { ask, askAgain, type Query } from '../db/ask.ts';
import { newId } from '../db/new-id.ts';
import { nextFiring } from '../ground/schedules/cron.ts';
import { triggeringEvent } from '../ground/shapes/event-types.ts';
import { eachByItself } from '../pulse/each.ts';
import type { Storage } from '../storage/storage.ts';
import { SnapshotInvalid } from './errors.ts';
import type { Manifest, Secret, SnapshotTable, SnapshotTarget } from './format.ts';
import { AddressMap, type Remapped } from './staging-addresses.ts';
import { buildStaging, mostRemapped } from './staging-build.ts';
import { putRows } from './staging-rows.ts';
import { putSecrets } from './staging-secrets.ts';

/** The parts of a process that a staging needs. */
export interface StagingParts {
  /** As insula_worker. */
  pool: pg.Pool;
  storage: Storage;
  box: Box;
}

export interface StagingOptions {
  /** The id that the tenant gets, such as that of the snapshot's own; otherwise a new one. */
  tenantId?: string | undefined;
  /** For what it is loaded, such as the id of a restore: shown with its status. */
  reason: string;
  /** False for one that is only compared: ids that are addresses stay, though they lead to another tenant. Default: true. */
  takesAddresses?: boolean | undefined;
  /** A tenant that gets rows of it: those who were erased there are erased in it as well. */
  into?: string | undefined;
  onProgress?: ((rows: number) => void) | undefined;
}

/** The rows and files that were loaded, and the rest. */
export interface StagingReport {
  /** Rows by table, the journal's under `journal`. */
  rows: Record<string, number>;
  /** The first of them. */
  remapped: Remapped[];
  remapped_count: number;
  left_out: Array<{ what: string; count: number; why: string }>;
  files: { restored: number; missing: number };
}

export interface Activation {
  name: string;
  /** 409 when it is taken; without one it is made of the name. */
  slug?: string | undefined;
  plan_tier?: string | undefined;
  /** Its own, in place of those of the plan. */
  limits?: Record<string, number | null> | undefined;
  region?: string | null | undefined;
  /** Off unless said: nothing leaves a copy. */
  outbound?: 'on' | 'off' | undefined;
  cloned_from?: string | undefined;
  is_sandbox?: boolean | undefined;
  parent_tenant_id?: string | undefined;
  expires_at?: string | undefined;
  /** The record of a restore that is completed in the same transaction (app.restore_complete). 409 when it is over. */
  restore?: { id: string; report: object } | undefined;
  /** The record of a sandbox, likewise (app.sandbox_complete). */
  sandbox?: { id: string } | undefined;
  /** Shown with the event `tenant.restored`. */
  meta?: object | undefined;
}

/** A process that has died touches nothing: what is left of it is removed after ten minutes. */
const touchMs = 60_000;

/**
 * A tenant that a snapshot is loaded into. Its status is `provisioning`: no call reaches it, nothing of it runs, and until
 * `activate` it can be dropped without a trace. Loading does not go on after a crash: it is dropped, and begun again.
 * @throws ApiError 409 when there is a tenant of that id, or was one
 */
export async function openStaging(parts: StagingParts, options: StagingOptions): Promise<Staging> {
  const tenant = options.tenantId ?? newId('ten');
  await ask(parts.pool, 'select worker.staging_open($1, $2) as answer', [tenant, options.reason]);
  return new Staging(parts, tenant, options);
}

export class Staging implements SnapshotTarget {
  readonly tenant: string;
  readonly report: StagingReport = {
    rows: {},
    remapped: [],
    remapped_count: 0,
    left_out: [],
    files: { restored: 0, missing: 0 },
  };
  private readonly parts: StagingParts;
  private readonly options: StagingOptions;
  private readonly addresses: AddressMap;
  private readonly touching: NodeJS.Timeout;
  private readonly chunks = new Map<string, number>();
  private manifest: Manifest | undefined;
  private done = 0;
  private isBuilt = false;

  constructor(parts: StagingParts, tenant: string, options: StagingOptions) {
    this.parts = parts;
    this.tenant = tenant;
    this.options = options;
    this.addresses = new AddressMap(async (some) =>
      options.takesAddresses === false
        ? []
        : ask<string[]>(parts.pool, 'select worker.staging_addresses($1, $2) as answer', [
            tenant,
            some,
          ]),
    );
    const touch = () =>
      ask(parts.pool, 'select worker.staging_touch($1) as answer', [tenant]).catch(() => {});
    this.touching = setInterval(() => void touch(), touchMs).unref();
  }

  async begin(manifest: Manifest): Promise<void> {
    this.manifest = manifest;
  }

  async rows(table: SnapshotTable, lines: Buffer): Promise<void> {
    const { name, columns } = table;
    const chunk = (this.chunks.get(name) ?? 0) + 1;
    this.chunks.set(name, chunk);
    const folder = name === 'journal' ? 'journal' : `rows/${name}`;
    const entry = `${folder}/${String(chunk).padStart(6, '0')}.ndjson`;
    const isSame = this.manifest?.tenant.id === this.tenant;
    const put = { pool: this.parts.pool, tenant: this.tenant, name, columns, entry, isSame };
    for await (const count of putRows(put, await this.addresses.apply(lines))) {
      this.report.rows[name] = (this.report.rows[name] ?? 0) + count;
      this.done += count;
      this.options.onProgress?.(this.done);
    }
  }

  async journal(lines: Buffer): Promise<void> {
    const table = this.manifest?.tables.find(({ name }) => name === 'journal');
    if (!table) throw new SnapshotInvalid('unknown_table', 'the manifest has no table journal');
    await this.rows(table, lines);
  }

  async secrets(secrets: Secret[]): Promise<void> {
    const { pool, box } = this.parts;
    const here = secrets.map(
      ([table, key, column, plaintext]): Secret => [
        table,
        Array.isArray(key) ? key.map((one) => this.addresses.idOf(one)) : key,
        column,
        plaintext,
      ],
    );
    await putSecrets(pool, box, this.tenant, here);
  }

  async file(
    { sha256, bytes }: { sha256: string; bytes: number },
    content: NodeJS.ReadableStream,
  ): Promise<void> {
    const { pool, storage } = this.parts;
    const stored = await storage.put(this.tenant, Readable.from(content), {
      maxBytes: bytes,
      exactBytes: bytes,
    });
    const place = { entry: `files/${sha256}` };
    if (stored.checksum !== sha256) {
      await storage.remove([stored.key]);
      throw new SnapshotInvalid('checksum', 'the bytes of a file are not those it names', place);
    }
    const statement = 'select worker.staging_file($1, $2, $3, $4) as answer';
    const values = [this.tenant, sha256, stored.key, bytes];
    if (await askAgain<boolean>(pool, statement, values)) {
      this.report.files.restored += 1;
      return;
    }
    await storage.remove([stored.key]);
    throw new SnapshotInvalid('bad_row', 'no row names a file of these bytes', place);
  }

  async end(): Promise<void> {
    const { pool } = this.parts;
    this.report.files.missing = Number(
      await ask(pool, 'select worker.staging_missing($1) as answer', [this.tenant]),
    );
    const { api_keys = 0, email_domains = 0 } = this.report.rows;
    const { tenant, options } = this.manifest as Manifest;
    const left = [
      {
        what: 'tokens of API keys',
        count: tenant.id === this.tenant ? 0 : api_keys,
        why: 'A token names its tenant. Make new keys with POST /admin/tenants/:tenant_id/keys.',
      },
      {
        what: 'proofs of email domains',
        count: email_domains,
        why: 'Hosts belong to the installation. Verify them again; their records stay.',
      },
      {
        what: 'secrets',
        count: options.secrets === 'left_out' ? 1 : 0,
        why: 'The snapshot has none. Calls that need one answer 409 SECRET_LOST and say what to do.',
      },
    ];
    this.report.left_out.push(...left.filter(({ count }) => count > 0));
  }

  /** Puts stand-ins for what it holds of people: before `build`, which goes by the rows. */
  async mask(): Promise<void> {
    const statement = 'select worker.staging_mask($1, $2) as answer';
    for (let state: object | null = {}; state !== null; )
      state = await ask<object | null>(this.parts.pool, statement, [
        this.tenant,
        JSON.stringify(state),
      ]);
  }

  /** Makes the rest from the rows: types, index, words, counts, directories, seals. Once. */
  async build(): Promise<void> {
    if (this.isBuilt) return;
    const { remapped, count } = await buildStaging(
      this.parts.pool,
      this.tenant,
      this.manifest as Manifest,
      this.options,
    );
    const ids = this.addresses.remapped;
    this.report.remapped = [...ids, ...remapped].slice(0, mostRemapped);
    this.report.remapped_count = ids.length + count;
    this.isBuilt = true;
  }

  /**
   * Makes it a tenant like any other, in one transaction.
   * @returns the tenant as /admin shows it
   * @throws ApiError 409 when the slug is taken
   */
  async activate(activation: Activation): Promise<object> {
    const { pool } = this.parts;
    await this.build();
    const plans = await ask<Plans>(pool, 'select worker.staging_plans($1) as answer', [
      this.tenant,
    ]);
    const now = new Date();
    const made = {
      ...activation,
      crons: plans.crons.map((one) => ({ ...one, next_run_at: firing(one, now) })),
      events: Object.fromEntries(plans.triggers.map((name) => [name, triggeringEvent(name)])),
    };
    const shown = await askAgain<object>(pool, 'select worker.staging_activate($1, $2) as answer', [
      this.tenant,
      JSON.stringify(made),
    ]);
    clearInterval(this.touching);
    return shown;
  }

  /** Removes it, its rows and its bytes. Can be repeated; an active tenant stays. */
  async drop(): Promise<void> {
    clearInterval(this.touching);
    await dropStaging(this.parts, this.tenant);
  }

  /** Leaves it as it is, to be dropped later. */
  close(): void {
    clearInterval(this.touching);
  }
}

/**
 * Removes what is left of a staging, whichever process has made it.
 * @param reason for what it was opened: one of the same id that something else loads stays
 */
export async function dropStaging(
  { pool: from, storage }: { pool: Query | pg.Pool; storage: Storage },
  tenant: string,
  signal?: AbortSignal,
  reason: string | null = null,
): Promise<void> {
  const statement = 'select worker.staging_drop($1, $2) as answer';
  const given = [tenant, reason];
  for (let isDone = false; !isDone; isDone = await askAgain<boolean>(from, statement, given))
    signal?.throwIfAborted();
  if (!(await ask<boolean>(from, 'select worker.tenant_is_known($1) as answer', [tenant])))
    await storage.removeTenant(tenant);
}

/**
 * Removes stagings of processes that have died.
 * @returns those that it has removed: one that cannot be is logged, and keeps no other from its turn
 */
export async function dropStagingsLeft(
  parts: { pool: Query | pg.Pool; storage: Storage },
  log: { error(message: string): void },
  signal?: AbortSignal,
): Promise<string[]> {
  const left = await ask<string[]>(
    parts.pool,
    'select to_json(worker.stagings_left()) as answer',
    [],
  );
  return eachByItself(
    left,
    (tenant) => dropStaging(parts, tenant, signal),
    (tenant) => `what was left of loading ${tenant} could not be removed`,
    log,
    signal,
  );
}

interface Plans {
  crons: Array<{ cron_expression: string; timezone: string }>;
  triggers: string[];
}

/** Null for what no one could have stored here. */
function firing({ cron_expression, timezone }: Plans['crons'][number], now: Date): string | null {
  try {
    return nextFiring(cron_expression, timezone, now).toISOString();
  } catch {
    return null;
  }
}
