import { totalmem } from 'node:os';

export interface ServerSettings {
  port: number;
  /** False only in tests: a crash of the machine may then lose everything. */
  durable: boolean;
  /** How much WAL a replication slot keeps at most, in MB. */
  walKeepMb?: number | undefined;
}

/** Nothing that waits for WAL fills the disk. */
const usualWalKeepMb = 4096;

/**
 * The first change of a page after a checkpoint puts its image into the log: at one write a second, more bytes than the
 * writes themselves at 5 minutes, PostgreSQL's default. How much a recovery reads is limited by `max_wal_size`.
 */
const safe = { wal_compression: 'on', checkpoint_timeout: '15min' };

/**
 * Settings of a disposable cluster: it need not survive a crash or protect its passwords, and often creates and drops
 * databases.
 */
const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  scram_iterations: 1,
  checkpoint_timeout: '1h',
  // Its workers take longer to start than small tables take to read, and there are tests on all cores.
  max_parallel_workers_per_gather: 0,
  // Tests compare which functions two calls ran.
  track_functions: 'all',
};

const megabytes = Math.floor(totalmem() / 1024 / 1024);
const sharedMegabytes = (durable: boolean): number =>
  durable ? Math.max(32, Math.min(256, Math.floor(megabytes / 8))) : 64;

/**
 * How much memory of its own a process of PostgreSQL may have, in kilobytes: a quarter of the machine, at least 384 MB and
 * at most 1 GB. A statement that wants more (mostly a tenant's own SQL) is the only one that fails, with "out of
 * memory". Without the
 * bound the system would kill its process, and PostgreSQL would end all others to start again.
 */
export const mostOfProcess = (): number =>
  Math.max(384, Math.min(1024, Math.floor(megabytes / 4))) * 1024;

/**
 * The whole postgresql.conf, written at each start. Tuned for a small server that shares its machine with Node.
 * Own settings belong into `alter system`, which PostgreSQL keeps in a file of its own.
 */
export function postgresConf({
  port,
  durable,
  walKeepMb = usualWalKeepMb,
}: ServerSettings): string {
  const shared = sharedMegabytes(durable);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    password_encryption: 'scram-sha-256',

    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(shared, Math.floor(megabytes / 2))}MB`,
    maintenance_work_mem: `${Math.max(16, Math.floor(shared / 4))}MB`,
    work_mem: '8MB',
    random_page_cost: 1.1,
    jit: 'off',

    max_wal_size: durable ? '2GB' : '512MB',
    min_wal_size: '128MB',
    checkpoint_completion_target: 0.9,
    max_slot_wal_keep_size: `${walKeepMb}MB`,

    // A refusal (SQLSTATE PTxyz) is an answer, not an incident: the API logs what matters with its request_id.
    log_min_messages: 'log',
    // Nor values that tenants store, even if slow statements are logged.
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    datestyle: 'iso, ymd',
    lc_messages: 'C',
    default_text_search_config: 'pg_catalog.english',
    shared_preload_libraries: 'pg_stat_statements',
    ...(durable ? safe : quick),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  return `# Written by Insula at each start. Own settings: alter system set <name> = <value>;\n${lines.join('\n')}\n`;
}
