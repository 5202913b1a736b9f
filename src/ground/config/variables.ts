import { isAbsolute, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { backupFaults } from './backup.ts';
import { backupVariables } from './backup-variables.ts';
import { sslFault } from './database-url.ts';
import { documentation, list, onOff, url, whole } from './kinds.ts';
import { isAddress, parseMailbox } from './mailbox.ts';

const isAddressOrRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
const proxyKeywords = ['loopback', 'linklocal', 'uniquelocal'];
const isOrigin = (text: string) =>
  text === '*' || (URL.canParse(text) && new URL(text).origin === text);

/** @returns null when it is neither "on" nor pairs of addresses */
function nodeAddresses(text: string): Map<string, string> | null {
  if (text === 'on') return new Map();
  const pairs = text.split(',').map((pair) => pair.trim().split('='));
  const isRight = pairs.every(
    (pair) => pair.length === 2 && pair.every((address) => /^[^\s/@]+:\d+$/.test(address)),
  );
  return isRight ? new Map(pairs as [string, string][]) : null;
}

export { documentation };

/** 32 bytes in base64. */
const key32 = /^[A-Za-z0-9+/]{43}=?$/;

/** Every variable that Insula reads, with its rule, its default and the message when it is wrong. */
export const variables = {
  PORT: whole(0, 65535)
    .default(3000)
    .register(documentation, { about: 'Port of the HTTP server', example: '3000' }),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'Address to listen on; 0.0.0.0 for all')
    .default('127.0.0.1')
    .register(documentation, {
      about: 'Address to listen on; 0.0.0.0 for all',
      example: '127.0.0.1',
    }),
  BASE_URL: url('http', 'https').optional().register(documentation, {
    about: 'Public address of this API',
    without: 'http://localhost:PORT',
    example: 'https://api.example.com',
  }),
  DATABASE_URL: url('postgres', 'postgresql')
    .refine((text) => !URL.canParse(text) || sslFault(text) === undefined, {
      error: ({ input }) => sslFault(input as string) ?? '',
    })
    .optional()
    .register(documentation, {
      about: 'PostgreSQL 18 or newer',
      without: 'an embedded one, under DATA_DIR',
      example: 'postgres://migrator:password@db.example.com:5432/insula?sslmode=verify-full',
      secret: true,
    }),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .register(documentation, {
      about: 'Folder for the database, files and generated keys',
      example: './data',
    }),
  PG_BIN: z
    .string()
    .refine(
      (text) => text === 'bundled' || isAbsolute(text),
      'must be the absolute path of a folder, or "bundled"',
    )
    .optional()
    .register(documentation, {
      about:
        'Folder with the programs of PostgreSQL 18 (`postgres`, `initdb`) that run the embedded one; `bundled`: those that come with Insula',
      without: 'a PostgreSQL 18 of this machine, else the bundled one',
      example: '/usr/lib/postgresql/18/bin',
    }),
  DISK_RESERVE_MB: whole(0, 1_000_000_000).default(256).register(documentation, {
    about: 'Disk space kept free for the embedded PostgreSQL, in MB: below it, writes answer 503',
    example: '256',
  }),
  RESTORE_MAX_GB: whole(1, 1_000_000).default(100).register(documentation, {
    about: 'How large a snapshot from another installation may be when it is unpacked, in GB',
    example: '100',
  }),
  DATABASE_NODES: z
    .string()
    .optional()
    .transform((text) => (text === undefined || text === 'off' ? undefined : nodeAddresses(text)))
    .refine(
      (nodes) => nodes !== null,
      'must be "on", or addresses that differ, such as 10.0.0.2:5432=db2.example.com:5432, separated by commas',
    )
    .transform((nodes) => nodes ?? undefined)
    .register(documentation, {
      about:
        'On a cluster: calls go to the node of their tenant without the coordinator; with addresses where the nodes know each other by others',
      without: 'all calls go through the coordinator',
      example: 'on',
    }),
  DB_POOL_SIZE: whole(1, 500).default(8).register(documentation, {
    about: 'Database connections of one API process; about 4 per core of the database',
    example: '8',
  }),
  BODY_MEMORY_MB: whole(32, 1_000_000).default(128).register(documentation, {
    about: 'Bodies of requests that one API process holds at the same time, in MB; beyond: 429',
    example: '128',
  }),
  BODY_MEMORY_TENANT_MB: whole(5, 1_000_000).default(16).register(documentation, {
    about: 'The same of one tenant, and of one address without a token',
    example: '16',
  }),
  PLATFORM_ADMIN_KEY: z
    .string()
    .regex(/^\S{12,}$/, 'must have at least 12 characters and no spaces')
    .optional()
    .register(documentation, {
      about: 'Key for /admin and /owner',
      without: 'generated once, kept in DATA_DIR',
      example: 'insp_4f9c…',
      secret: true,
    }),
  PLATFORM_ADMIN_KEY_ALSO: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^\S{12,}$/, 'must be keys of at least 12 characters, separated by commas'),
      ),
    )
    .default([])
    .register(documentation, {
      about: 'Further keys that are accepted as PLATFORM_ADMIN_KEY, to replace it without a pause',
      without: 'none',
      example: 'insp_81d0…,insp_77aa…',
      secret: true,
    }),
  ENCRYPTION_KEY: z
    .string()
    .refine(
      (text) => key32.test(text),
      'must be 32 bytes in base64 (make one: openssl rand -base64 32)',
    )
    .optional()
    .register(documentation, {
      about: 'Encrypts stored secrets; the same for every process on one database',
      without: 'generated once, kept in DATA_DIR',
      example: 'q0Zb…44 characters…=',
      secret: true,
    }),
  ENCRYPTION_KEY_ALSO: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(
      z.array(z.string().regex(key32, 'must be keys of 32 bytes in base64, separated by commas')),
    )
    .default([])
    .register(documentation, {
      about:
        'Further keys that open and verify what they have sealed and signed, to replace ENCRYPTION_KEY without a pause',
      without: 'none',
      example: 'q0Zb…44 characters…=',
      secret: true,
    }),
  SMTP_URL: url('smtp', 'smtps').optional().register(documentation, {
    about: 'Mail server',
    without: 'mails are only stored: GET /v1/email; a terminal shows them',
    example: 'smtp://user:password@mail.example.com:587',
    secret: true,
  }),
  MAIL_FROM: z
    .string()
    .max(320)
    .refine((text) => parseMailbox(text) !== undefined, 'must be an address, or Name <address>')
    .optional()
    .register(documentation, {
      about: 'Sender of mails; an address without a name gets the tenant’s brand name',
      without: 'no-reply@ and the host of BASE_URL',
      example: 'Acme <no-reply@acme.example.com>',
    }),
  INBOUND_MAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .refine((text) => isAddress(`t@${text}`), 'must be a domain')
    .optional()
    .register(documentation, {
      about:
        'Domain whose mails are posted to /v1/inbound-mail: answers to mails about tickets go there',
      without: 'tickets are only answered through the API',
      example: 'reply.example.com',
    }),
  INBOUND_MAIL_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
      'must be whsec_ and 24 to 64 bytes in base64 (make one: echo whsec_$(openssl rand -base64 32))',
    )
    .optional()
    .register(documentation, {
      about: 'Proves that a mail at /v1/inbound-mail comes from your mail server',
      without: '/v1/inbound-mail refuses everything',
      example: 'whsec_MfKQ…',
      secret: true,
    }),
  SMS_WEBHOOK_URL: url('http', 'https').optional().register(documentation, {
    about: 'Receives text messages, as POST {to, body, tenant_id}',
    without: 'they are only stored: GET /v1/email; a terminal shows them',
    example: 'https://sms.example.com/send',
    secret: true,
  }),
  S3_BUCKET: z
    .string()
    .min(3, 'must have at least 3 characters')
    .optional()
    .register(documentation, {
      about: 'Keeps files in S3 instead of DATA_DIR',
      without: 'files are stored in DATA_DIR',
      example: 'insula-files',
    }),
  S3_ENDPOINT: url('http', 'https')
    .optional()
    .register(documentation, { about: 'S3 service other than AWS', example: 'http://s3:9000' }),
  S3_PUBLIC_ENDPOINT: url('http', 'https').optional().register(documentation, {
    about: 'Where clients reach that service to upload to it directly',
    without: 'clients reach AWS directly; with S3_ENDPOINT, uploads go through Insula',
    example: 'https://s3.example.com',
  }),
  S3_REGION: z
    .string()
    .default('us-east-1')
    .register(documentation, { about: 'S3 region', example: 'us-east-1' }),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .register(documentation, { about: 'S3 key', example: 'AKIA…', secret: true }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .register(documentation, { about: 'S3 secret', example: 'wJal…', secret: true }),
  ...backupVariables,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^\S{8,255}$/, 'must be a secret or restricted key of Stripe')
    .optional()
    .register(documentation, {
      about: 'Sells plans through Stripe',
      without: 'nothing is paid: on localhost, a page of our own plays the provider',
      example: 'sk_live_…',
      secret: true,
    }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^\S{8,255}$/, 'must be the signing secret of an endpoint at Stripe')
    .optional()
    .register(documentation, {
      about: 'Proves that an event at /webhooks/stripe is of Stripe',
      without: '/webhooks/stripe refuses everything',
      example: 'whsec_…',
      secret: true,
    }),
  STRIPE_API_BASE: url('http', 'https').default('https://api.stripe.com').register(documentation, {
    about: 'Where Stripe is called; a private address also needs OUTBOUND_ALLOW_CIDRS',
    example: 'https://api.stripe.com',
  }),
  OUTBOUND_ALLOW_CIDRS: list(
    isAddressOrRange,
    'must be addresses or ranges, separated by commas',
  ).register(documentation, {
    about: 'Private ranges that outgoing calls may reach: webhooks, identity providers…',
    example: '127.0.0.0/8,10.1.0.0/16',
  }),
  OUTBOUND: z.literal('hold', 'must be "hold", or not set').optional().register(documentation, {
    about:
      'With hold, nothing leaves from this start on, for every process on the database: for a restored copy. "insula outbound release" ends it',
    without: 'as the database says: at first everything goes out',
    example: 'hold',
  }),
  TRUSTED_PROXIES: list(
    (item) => proxyKeywords.includes(item) || isAddressOrRange(item),
    `must be addresses, ranges or ${proxyKeywords.join(', ')}, separated by commas`,
  ).register(documentation, {
    about: 'Proxies whose X-Forwarded-For is trusted',
    example: '10.0.0.0/8',
  }),
  CORS_ORIGINS: list(
    isOrigin,
    'must be * or origins such as https://app.example.com (no path), separated by commas',
    '*',
  ).register(documentation, {
    about: 'Origins that browsers may call from',
    example: 'https://app.example.com',
  }),
  WORKER: onOff('on').register(documentation, {
    about: 'Run background jobs in this process',
    example: 'off',
  }),
  METRICS_PORT: whole(0, 65535).optional().register(documentation, {
    about: 'Port for /health, /ready and /metrics of a worker without the API',
    without: 'no port is opened',
    example: '9090',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional().register(documentation, {
    about: 'Collector of OpenTelemetry that traces are sent to, as OTLP over HTTP',
    without: 'nothing is traced',
    example: 'http://localhost:4318',
  }),
  OTEL_SERVICE_NAME: z.string().trim().min(1).max(255).default('insula').register(documentation, {
    about: 'The name of this installation in traces: service.name',
    example: 'insula-eu',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(0.05)
    .register(documentation, {
      about: 'The share of requests that is traced, unless a proxy of TRUSTED_PROXIES decides it',
      example: '0.05',
    }),
  OTEL_PROPAGATE: onOff('off').register(documentation, {
    about: 'Tells AI providers and webhooks of the trace: the header traceparent',
    example: 'on',
  }),
  SHUTDOWN_DELAY: whole(0, 300).optional().register(documentation, {
    about:
      'Seconds after SIGTERM during which the API still accepts connections while /ready answers 503, so that proxies notice',
    without: '5; 0 on a terminal',
    example: '5',
  }),
  JOURNAL_RETENTION_DAYS: whole(1, 36500).default(400).register(documentation, {
    about: 'How long the journal (audit log, events) is kept, at least; whole months are removed',
    example: '400',
  }),
  PLATFORM_AUDIT_RETENTION_DAYS: whole(1, 36500).default(400).register(documentation, {
    about: 'How long GET /admin/audit-logs keeps what the operator did',
    example: '400',
  }),
  ADMIN_GRAPHQL: onOff('off').register(documentation, {
    about: 'Answers POST /admin/graphql: all tenants in GraphQL, for the platform key',
    example: 'on',
  }),
  SELF_SERVE: onOff('off').register(documentation, {
    about: 'Lets anyone create a tenant',
    example: 'on',
  }),
  REGION: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be lower case letters, digits and hyphens')
    .default('local')
    .register(documentation, { about: 'Name of this region', example: 'eu-central' }),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info')
    .register(documentation, { about: 'How much is logged', example: 'info' }),
};

/** The whole environment as one schema: first each variable, then rules that involve several. */
export const environment = z.object(variables).check((ctx) => {
  const v = ctx.value;
  for (const [name, message] of backupFaults(v))
    ctx.issues.push({ code: 'custom', path: [name], message, input: v[name] });
  if (!v.S3_BUCKET) return;
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (v[name]) continue;
    ctx.issues.push({
      code: 'custom',
      path: [name],
      message: 'is needed because S3_BUCKET is set',
      input: v[name],
    });
  }
});

export type Variables = z.output<typeof environment>;
