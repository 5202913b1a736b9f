import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../ground/config/config.ts';
import { Outages } from './outages.ts';

const require = createRequire(import.meta.url);

/** Names under which secrets travel; their values never reach the log, at the top or one level down. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'secret',
  'token',
  'refresh_token',
  'api_key',
  'platformAdminKey',
  'platformAdminKeyAlso',
  'encryptionKey',
  'encryptionKeyAlso',
  'databaseUrl',
  'connectionString',
  'smtpUrl',
];

/**
 * The log of the process: JSON lines, or readable ones on a terminal, one each. Written at once, so that the last line
 * before a crash is there.
 * @param destination where the lines go instead (tests)
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const outages = new Outages((level, fields, message) => log[level](fields, message));
  const log = pino(optionsOf(config, outages), destination ?? output());
  outagesOfLogs.set(log, outages);
  return log;
}

const outagesOfLogs = new WeakMap<Logger, Outages>();

/** The outages that a log knows of. */
export const outagesOf = (log: Logger): Outages | undefined => outagesOfLogs.get(log);

const [warn, fatal] = [40, 60];

function optionsOf(config: Pick<Config, 'logLevel'>, outages: Outages): LoggerOptions {
  return {
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorWithoutClient },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    hooks: {
      /** An error of what is known to be away is counted, not written. */
      logMethod(args, method, level) {
        const [fields, message] = args as unknown as [unknown, unknown];
        if (level >= warn && level < fatal && isCounted(outages, fields, message)) return;
        method.apply(this, args);
      },
    },
  };
}

function isCounted(outages: Outages, fields: unknown, message: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false;
  const { err, error, ...rest } = fields as Record<string, unknown>;
  return outages.note(err ?? error, String(message ?? ''), rest);
}

function output(): DestinationStream {
  if (process.stdout.isTTY) return forPeople();
  const output = pino.destination({ dest: 1, sync: true });
  // A line that a full disk or a closed pipe does not take is lost, and no reason to end.
  output.on('error', () => {});
  return output;
}

/** The fields of a request's log line, besides those of `requestLine`. */
const requestFields = 'request_id,method,path,status,ms,operation,tenant,ip';

/** Readable lines, one for each entry; errors with their stack below. @param destination standard output unless given */
export function forPeople(destination?: DestinationStream): DestinationStream {
  // Loaded where there is a terminal to write to.
  const pretty = require('pino-pretty') as typeof import('pino-pretty');
  return pretty({
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: requestFields,
    singleLine: true,
    messageFormat: (entry, messageKey) => requestLine(entry, String(entry[messageKey] ?? '')),
    ...(destination && { destination, colorize: false }),
  });
}

/** `GET /v1/keys 200 3.2 ms key.list ten_… req_…`; of another entry its message, and the request it belongs to. */
function requestLine(entry: Record<string, unknown>, message: string): string {
  const { request_id, method, path, status, ms, operation, tenant } = entry;
  const words =
    message === 'request'
      ? [method, path, status, ms === undefined ? '' : `${ms} ms`, operation, tenant, request_id]
      : [message, method, path, status, operation, tenant, request_id];
  return words.filter((word) => word !== undefined && word !== '').join(' ');
}

/** pg hangs the whole connection onto an error of the pool; a log line only needs the error. */
function errorWithoutClient(error: Error & { client?: unknown }) {
  if (!(error instanceof Error)) return error;
  const { client, ...serialized } = pino.stdSerializers.err(error);
  return serialized;
}
