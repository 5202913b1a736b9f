import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { CallError } from './api-client.ts';
import { passphraseIn } from './passphrase-file.ts';
import { examples, printJson } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';
import { tenantId } from './tenant-list.ts';

interface SnapshotCommandOptions extends OperatorOptions {
  out?: string;
  recipient?: string;
  passphraseFile?: string;
  secrets?: boolean;
  files: boolean;
  journalFrom?: string;
  schemaOnly?: boolean;
}

/** `insula tenant snapshot`: all of a tenant as a file. */
export function snapshotCommand(): Command {
  return forOperators(new Command('snapshot'))
    .description('download all of a tenant as one file, while it is read and written')
    .argument('<tenant>', 'its id (ten_…) or slug')
    .option(
      '--out <file>',
      'file to write, or "-" for standard output; default: tenant and time, here',
    )
    .addOption(
      new Option('--recipient <recipient>', 'encrypt it for a recipient of age: age1…').conflicts(
        'passphraseFile',
      ),
    )
    .option('--passphrase-file <file>', 'encrypt it with the passphrase in this file')
    .option('--secrets', 'with the secrets of the tenant; only if it is encrypted')
    .option('--no-files', 'without the bytes of files')
    .option('--journal-from <time>', 'the journal from this time on; or all, or none')
    .option('--schema-only', 'only types and configuration')
    .addHelpText(
      'after',
      examples(
        'insula tenant snapshot acme',
        'insula tenant snapshot acme --out acme.insula --passphrase-file key.txt --secrets',
        'insula tenant snapshot acme --schema-only --out - | wc -c',
      ),
    )
    .action(takeSnapshot);
}

async function takeSnapshot(reference: string, options: SnapshotCommandOptions): Promise<void> {
  const client = asOperator(options);
  const passphrase = passphraseIn(options.passphraseFile);
  if (options.out !== undefined && options.out !== '-') await requireFolder(dirname(options.out));
  const query = new URLSearchParams({ files: String(options.files) });
  if (options.schemaOnly) query.set('type', 'schema');
  if (options.secrets) query.set('secrets', 'true');
  if (options.journalFrom) query.set('journal_from', options.journalFrom);
  if (options.recipient) query.set('recipient', options.recipient);
  const path = `/admin/tenants/${await tenantId(client, reference)}/export?${query}`;
  const { headers, body } = await client.stream(path, passphrase);
  const file = options.out ?? nameIn(headers.get('content-disposition') ?? '');
  const meter = new Meter();
  try {
    // Not before it is read: an error of the connection would find no listener.
    const source = () => Readable.fromWeb(body);
    if (file === '-') await pipeline(source(), meter, process.stdout as Writable, { end: false });
    else await keep(file, (to) => pipeline(source(), meter, to));
  } catch (error) {
    throw new CallError(`The snapshot ended early, and was not kept: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const made = { file, size_bytes: meter.bytes, checksum: meter.checksum() };
  const lines = `snapshot  ${file}\nsize      ${made.size_bytes} bytes\nchecksum  ${made.checksum}`;
  if (file === '-') console.error(lines);
  else if (options.json) printJson(made);
  else console.log(lines);
}

/** Before the server makes a snapshot that could not be kept. @throws CallError */
async function requireFolder(folder: string): Promise<void> {
  await access(folder).catch((cause: Error) => {
    throw new CallError(`--out: there is no folder ${folder}, or it is not open to you.`, {
      cause,
    });
  });
}

/** Writes a file that has its name only when it is complete. */
async function keep(file: string, write: (to: Writable) => Promise<void>): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await write(createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The name that the server gives; nothing that could lead to another folder. */
function nameIn(disposition: string): string {
  const [, name] = /filename="?([\w.-]+\.insula)"?/.exec(disposition) ?? [];
  return name ?? 'tenant.insula';
}

/** Counts and sums up what goes by. */
class Meter extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(
    piece: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, piece: Buffer) => void,
  ): void {
    this.bytes += piece.length;
    this.hash.update(piece);
    done(null, piece);
  }

  checksum(): string {
    return `sha256:${this.hash.digest('hex')}`;
  }
}
