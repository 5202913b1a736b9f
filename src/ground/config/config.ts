import type { z } from 'zod';
import { randomText, readSecret } from '../machine/secrets.ts';
import { type BackupConfig, backupOf } from './backup.ts';
import { sslWarning, withSsl } from './database-url.ts';
import { type Mailbox, noReplyAt, parseMailbox } from './mailbox.ts';
import { type ShownVariable, shownEnvironment } from './shown.ts';
import { documentation, environment, type Variables, variables } from './variables.ts';

/** How many bytes of bodies and of large answers this process holds: until they have been handled, and sent. */
export interface RoomLimits {
  /** Of one tenant, of one address without a tenant, of the operator. */
  ofOne: number;
  ofAll: number;
  /** How long a body waits, unread, for those before it. */
  waitMs?: number;
}

/** Everything that the process was told, parsed and completed. See `variables.ts` for each value. */
export interface Config {
  port: number;
  host: string;
  /** Public address without a trailing slash; links in mails start with it. */
  baseUrl: string;
  /** Undefined means: run the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Absolute path. */
  dataDir: string;
  /** The programs that run the embedded PostgreSQL: their folder, `bundled`, or undefined for the best available. */
  pgBin: string | undefined;
  /** The free disk space that the embedded PostgreSQL needs. */
  diskReserveBytes: number;
  restoreMaxBytes: number;
  dbPoolSize: number;
  /** Bytes of bodies that this process holds, in all and of one tenant. */
  bodyMemory: RoomLimits;
  /** Calls go to the node of their tenant; with the addresses that differ from the coordinator's. */
  databaseNodes: ReadonlyMap<string, string> | undefined;
  platformAdminKey: string;
  /** Further ones that are accepted, while one takes the place of another. */
  platformAdminKeyAlso: string[];
  /** 32 bytes. */
  encryptionKey: Buffer;
  /** Further ones that still open and verify, while one takes the place of another: see encryptionKeysOf. */
  encryptionKeyAlso: Buffer[];
  /** Which keys were neither given nor kept, but made just now: they are kept once they are known to fit (ground/config/keys.ts). */
  made: { encryptionKey: boolean; platformAdminKey: boolean };
  smtpUrl: string | undefined;
  /** Sender of mails. */
  mailFrom: Mailbox;
  /** How answers to mails arrive: at this domain, and signed with this secret. Undefined means: they do not. */
  inboundMail: { domain: string; secret: string } | undefined;
  smsWebhookUrl: string | undefined;
  /** Undefined means: files are kept on the local disk. */
  s3: S3Config | undefined;
  /** Undefined means: no base backups are made. */
  backup: BackupConfig | undefined;
  /** How much WAL the embedded PostgreSQL keeps for backups that cannot be stored. */
  walKeepMb: number;
  stripe: StripeConfig;
  outboundAllowCidrs: string[];
  /** Nothing leaves from this start on, until the operator lets it go. */
  outboundHold: boolean;
  trustedProxies: string[];
  corsOrigins: string[];
  worker: boolean;
  /** Undefined means: a worker without API listens nowhere. */
  metricsPort: number | undefined;
  /** Undefined means: nothing is traced. */
  tracing: TracingConfig | undefined;
  /** How long the API still takes connections after the signal to stop; undefined means: it depends on where it runs. */
  shutdownDelayMs: number | undefined;
  journalRetentionDays: number;
  platformAuditRetentionDays: number;
  adminGraphql: boolean;
  selfServe: boolean;
  region: string;
  logLevel: Variables['LOG_LEVEL'];
  /** The environment as the operator may see it. */
  environment: Record<string, ShownVariable>;
  /** Warnings for the operator, logged once at the start. */
  warnings: string[];
}

export interface TracingConfig {
  /** Of a collector: OTLP over HTTP. */
  endpoint: string;
  /** The name under which spans arrive there. */
  serviceName: string;
  /** The share of requests, and of queued work, that is sampled. */
  ratio: number;
  /** Webhooks and AI providers are told of the trace. */
  propagates: boolean;
}

export interface StripeConfig {
  /** Undefined means: nothing is paid, and a page of our own plays the provider. */
  secretKey: string | undefined;
  /** Undefined means: no event is believed. */
  webhookSecret: string | undefined;
  apiBase: string;
}

export interface S3Config {
  bucket: string;
  /** Undefined means: AWS. */
  endpoint: string | undefined;
  /** Where clients reach it, for uploads past us. */
  publicEndpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A value of the environment is wrong. The message names the variable, the fault and an example. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment; nothing else in the process does.
 * Keys that were not given are those that an earlier start kept in `DATA_DIR`, or new ones that are kept nowhere yet.
 * @throws ConfigError listing every wrong value at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const v = parseEnvironment(env);
  const warnings: string[] = [];
  const encryptionKey = v.ENCRYPTION_KEY ?? kept(v.DATA_DIR, 'encryption-key');
  const platformAdminKey = v.PLATFORM_ADMIN_KEY ?? kept(v.DATA_DIR, 'platform-admin-key');
  const baseUrl = (v.BASE_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '');
  if (v.DATABASE_URL && !v.ENCRYPTION_KEY) {
    warnings.push(
      'ENCRYPTION_KEY is not set: the key generated in DATA_DIR is used. Every other process on this ' +
        'database needs the same key: set ENCRYPTION_KEY for all of them.',
    );
  }
  const unchecked = v.DATABASE_URL && sslWarning(v.DATABASE_URL);
  if (unchecked) warnings.push(unchecked);
  if (v.STRIPE_SECRET_KEY && !v.STRIPE_WEBHOOK_SECRET) {
    warnings.push(
      'STRIPE_WEBHOOK_SECRET is not set: Stripe’s events are refused, so no payment changes a plan.',
    );
  }
  if (Boolean(v.INBOUND_MAIL_DOMAIN) !== Boolean(v.INBOUND_MAIL_SECRET)) {
    warnings.push(
      'Answers by mail need both INBOUND_MAIL_DOMAIN and INBOUND_MAIL_SECRET: mails about tickets go out without a reply address.',
    );
  }
  return {
    port: v.PORT,
    host: v.HOST,
    baseUrl,
    databaseUrl: v.DATABASE_URL && withSsl(v.DATABASE_URL),
    dataDir: v.DATA_DIR,
    pgBin: v.PG_BIN,
    diskReserveBytes: v.DISK_RESERVE_MB * 1024 * 1024,
    restoreMaxBytes: v.RESTORE_MAX_GB * 1024 ** 3,
    dbPoolSize: v.DB_POOL_SIZE,
    bodyMemory: {
      ofAll: v.BODY_MEMORY_MB * 1024 * 1024,
      ofOne: v.BODY_MEMORY_TENANT_MB * 1024 * 1024,
    },
    databaseNodes: v.DATABASE_NODES,
    platformAdminKey: platformAdminKey ?? `insp_${randomText(24, 'hex')}`,
    platformAdminKeyAlso: v.PLATFORM_ADMIN_KEY_ALSO,
    encryptionKey: Buffer.from(encryptionKey ?? randomText(32, 'base64'), 'base64'),
    encryptionKeyAlso: v.ENCRYPTION_KEY_ALSO.map((key) => Buffer.from(key, 'base64')),
    made: {
      encryptionKey: encryptionKey === undefined,
      platformAdminKey: platformAdminKey === undefined,
    },
    smtpUrl: v.SMTP_URL,
    mailFrom: (v.MAIL_FROM && parseMailbox(v.MAIL_FROM)) || noReplyAt(baseUrl),
    inboundMail:
      v.INBOUND_MAIL_DOMAIN && v.INBOUND_MAIL_SECRET
        ? { domain: v.INBOUND_MAIL_DOMAIN, secret: v.INBOUND_MAIL_SECRET }
        : undefined,
    smsWebhookUrl: v.SMS_WEBHOOK_URL,
    s3: s3Of(v),
    backup: backupOf(v),
    walKeepMb: v.BACKUP_WAL_KEEP_MB,
    stripe: {
      secretKey: v.STRIPE_SECRET_KEY,
      webhookSecret: v.STRIPE_WEBHOOK_SECRET,
      apiBase: v.STRIPE_API_BASE,
    },
    outboundAllowCidrs: v.OUTBOUND_ALLOW_CIDRS,
    outboundHold: v.OUTBOUND === 'hold',
    trustedProxies: v.TRUSTED_PROXIES,
    corsOrigins: v.CORS_ORIGINS,
    worker: v.WORKER,
    metricsPort: v.METRICS_PORT,
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: v.OTEL_SERVICE_NAME,
          ratio: v.OTEL_TRACES_SAMPLER_ARG,
          propagates: v.OTEL_PROPAGATE,
        }
      : undefined,
    shutdownDelayMs: v.SHUTDOWN_DELAY === undefined ? undefined : v.SHUTDOWN_DELAY * 1000,
    journalRetentionDays: v.JOURNAL_RETENTION_DAYS,
    platformAuditRetentionDays: v.PLATFORM_AUDIT_RETENTION_DAYS,
    adminGraphql: v.ADMIN_GRAPHQL,
    selfServe: v.SELF_SERVE,
    region: v.REGION,
    logLevel: v.LOG_LEVEL,
    environment: shownEnvironment(env),
    warnings,
  };
}

/**
 * The environment as it was given: nothing completed, nothing generated. An empty value counts as not given, as
 * compose files write it.
 * @throws ConfigError
 */
export function parseEnvironment(env: NodeJS.ProcessEnv = process.env): Variables {
  const given = Object.entries(env).filter(([name, value]) => name in variables && value !== '');
  const result = environment.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => explain(issue, env)).join('\n'));
}

/** `PORT="abc": must be a whole number from 0 to 65535. Example: PORT=3000` */
function explain(issue: z.core.$ZodIssue, env: NodeJS.ProcessEnv): string {
  const name = String(issue.path[0]) as keyof typeof variables;
  const { example, secret } = documentation.get(variables[name]) ?? {};
  const shown = secret || env[name] === undefined ? name : `${name}="${env[name]}"`;
  return `${shown}: ${issue.message}. Example: ${name}=${example}`;
}

function kept(dataDir: string, name: string): string | undefined {
  try {
    return readSecret(dataDir, name) || undefined;
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR="${dataDir}": cannot read ${name} there (${(error as Error).message}). ` +
        'Start Insula as the user that owns it. Example: DATA_DIR=./data',
    );
  }
}

export function s3Of(v: Variables): S3Config | undefined {
  if (!v.S3_BUCKET) return undefined;
  return {
    bucket: v.S3_BUCKET,
    endpoint: v.S3_ENDPOINT,
    publicEndpoint: v.S3_PUBLIC_ENDPOINT,
    region: v.S3_REGION,
    accessKeyId: v.S3_ACCESS_KEY_ID as string,
    secretAccessKey: v.S3_SECRET_ACCESS_KEY as string,
  };
}
