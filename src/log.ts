import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

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
  'encryptionKey',
  'databaseUrl',
  'connectionString',
  'smtpUrl',
];

/**
 * The log of the process: JSON lines, or readable ones on a terminal. Written at once, so that the last line
 * before a crash is there.
 * @param destination where the lines go instead (tests)
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorWithoutClient },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options, pino.destination({ dest: 1, sync: true }));
  return pino(
    options,
    pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  );
}

/** pg hangs the whole connection onto an error of the pool; a log line wants the error alone. */
function errorWithoutClient(error: Error & { client?: unknown }) {
  if (!(error instanceof Error)) return error;
  const { client, ...serialized } = pino.stdSerializers.err(error);
  return serialized;
}
