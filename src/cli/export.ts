import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ApiClient, CallError } from './api-client.ts';
import { showProgress } from './demo/progress.ts';
import { commaList } from './option-values.ts';
import { examples } from './report.ts';
import { asTenant, forTenants, type TenantOptions } from './server.ts';
import { readExactly } from './sql/exact-json.ts';

interface ExportOptions extends TenantOptions {
  type: string;
  format: string;
  filter?: unknown;
  query?: string;
  properties?: string[];
  sort?: string;
  order?: string;
  includeDeleted?: boolean;
  out?: string;
}

/** `insula export`: the objects of a type as a file. */
export function exportCommand(): Command {
  return forTenants(new Command('export'))
    .description('export up to 100,000 objects of a type from a running server to a file')
    .requiredOption('--type <type>', 'the object type: its name or id')
    .addOption(
      new Option('--format <format>').choices(['csv', 'json', 'ndjson', 'xlsx']).default('csv'),
    )
    .option('--filter <json>', 'filter the objects, as in a search', jsonValue)
    .option('--query <words>', 'only objects that contain these words')
    .option('--properties <list>', 'only these properties, in this order', commaList)
    .option('--sort <property>', 'sort by a property')
    .addOption(new Option('--order <order>').choices(['asc', 'desc']))
    .option('--include-deleted', 'include objects in the trash')
    .option(
      '--out <file>',
      'file to write, or "-" for standard output; default: the name of the export',
    )
    .addHelpText(
      'after',
      examples(
        'insula export --type contacts',
        'insula export --type contacts --format ndjson --out - | wc -l',
        `insula export --type deals --filter '[{"property":"amount","operator":"gte","value":1000}]' --out deals.csv`,
      ),
    )
    .action(runExport);
}

/** @throws wrong usage (exit code 2) */
function jsonValue(text: string): unknown {
  try {
    return readExactly(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

const pollMs = 500;

async function runExport(options: ExportOptions): Promise<void> {
  const client = asTenant(options);
  const started = await client.data('POST', '/v1/data/export', {
    ...{ object_type_id: options.type, format: options.format, filters: options.filter },
    ...{ query: options.query, properties: options.properties, sort: options.sort },
    ...{ order: options.order, include_deleted: options.includeDeleted },
  });
  const record = await completed(client, started);
  if (record.status !== 'completed')
    throw new CallError(`The export ${record.status}: ${record.error?.message ?? ''}`);
  const body = await client.download(record.download_url);
  if (options.out === '-') {
    await pipeline(Readable.fromWeb(body), process.stdout, { end: false });
    return;
  }
  const file = options.out ?? record.filename;
  await pipeline(Readable.fromWeb(body), createWriteStream(file, { mode: 0o600 }));
  console.log(`${record.row_count} objects, ${record.size_bytes} bytes: ${file}`);
}

interface ExportRecord {
  id: string;
  status: string;
  filename: string;
  row_count: number;
  size_bytes: number;
  download_url: string;
  error: { message: string } | null;
}

/** Waits for the worker, if the export is left to it. */
async function completed(client: ApiClient, started: ExportRecord): Promise<ExportRecord> {
  let record = started;
  if (record.status === 'completed') return record;
  const progress = showProgress();
  progress.start(record.filename, record.row_count, 0);
  try {
    for (let rows = 0; record.status === 'pending' || record.status === 'running'; ) {
      await sleep(pollMs);
      record = await client.data('GET', `/v1/data/export/${record.id}/status`);
      if (record.status === 'pending') continue;
      progress.advance(record.row_count - rows);
      rows = record.row_count;
    }
  } finally {
    progress.stop();
  }
  return record;
}
