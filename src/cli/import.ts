import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Encoding, encodings } from '../tools/tables/decode-text.ts';
import { CallError } from './api-client.ts';
import { showProgress } from './demo/progress.ts';
import { commaList, wholeNumber } from './option-values.ts';
import { examples } from './report.ts';
import { asTenant, forTenants, type TenantOptions } from './server.ts';
import { type Batch, batchesOf } from './transfer/batches.ts';
import { ColumnErrors, type RowError } from './transfer/column-errors.ts';

type Format = 'csv' | 'json' | 'ndjson';

interface ImportOptions extends TenantOptions {
  type: string;
  format?: Format;
  mode: string;
  matchOn?: string[];
  onError: string;
  map?: Record<string, string>;
  createMissing?: boolean;
  dateFormat?: string;
  decimal?: string;
  defaultCountry?: string;
  defaultCurrency?: string;
  nullValues?: string[];
  delimiter?: string;
  encoding?: Encoding;
  dryRun?: boolean;
  skipRows?: number;
  resumeAfter?: number;
}

/** The totals of all imports of one file. */
interface Done {
  rows: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
}

/** `insula import FILE`: a file into an object type, in as many imports as it needs. */
export function importCommand(): Command {
  return forTenants(new Command('import'))
    .description('import a file into an object type of a running server, 10,000 rows at a time')
    .argument('<file>', 'a CSV, JSON or NDJSON file')
    .requiredOption('--type <type>', 'the object type: its name or id')
    .addOption(
      new Option('--format <format>', 'default: judged by the file name').choices([
        ...['csv', 'json', 'ndjson'],
      ]),
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'insert creates every row; upsert creates or updates; update changes what exists',
      )
        .choices(['insert', 'upsert', 'update'])
        .default('insert'),
    )
    .option('--match-on <list>', 'properties that match a row to its object', commaList)
    .addOption(
      new Option(
        '--on-error <what>',
        'abort: all rows of an import or none; skip: the good ones; skip_cell: leaves out bad cells',
      )
        .choices(['abort', 'skip', 'skip_cell'])
        .default('abort'),
    )
    .option(
      '--map <column=property>',
      'import a column under another name; may be repeated',
      addMapping,
    )
    .option('--create-missing', 'create properties that the type lacks')
    .option('--date-format <format>', 'format of dates that are not ISO 8601, such as DD.MM.YYYY')
    .addOption(
      new Option(
        '--decimal <sign>',
        'what stands before fractions; default: as the file shows',
      ).choices(['.', ',']),
    )
    .option(
      '--default-country <code>',
      'country of phone numbers without a country code, such as DE',
    )
    .option('--default-currency <code>', 'currency of amounts without one, such as EUR')
    .option('--null-values <list>', 'cells that stand for nothing, such as NULL', commaList)
    .option(
      '--delimiter <character>',
      'the character between cells, or "tab"; default: as the header shows',
    )
    .addOption(
      new Option('--encoding <name>', 'default: UTF-8 or UTF-16, as the file shows').choices([
        ...encodings,
      ]),
    )
    .option('--skip-rows <number>', 'skip lines of a CSV file before its header', wholeNumber)
    .option('--resume-after <number>', 'skip rows that an earlier run imported', wholeNumber)
    .option('--dry-run', 'report what would happen, change nothing')
    .addHelpText(
      'after',
      examples(
        'insula import people.csv --type contacts --create-missing',
        'insula import people.csv --type contacts --mode upsert --match-on email --on-error skip',
        'insula import export.csv --type contacts --delimiter ";" --map "Full Name=name" --dry-run',
      ),
    )
    .action(runImport);
}

/** @throws wrong usage (exit code 2) */
function addMapping(text: string, mapping: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('It must be column=property.');
  return { ...mapping, [text.slice(0, at)]: text.slice(at + 1) };
}

const formats: Record<string, Format> = {
  ...{ '.csv': 'csv', '.tsv': 'csv', '.txt': 'csv' },
  ...{ '.json': 'json', '.ndjson': 'ndjson', '.jsonl': 'ndjson' },
};

async function runImport(file: string, options: ImportOptions): Promise<void> {
  if (!existsSync(file)) throw new CallError(`There is no file ${file}.`);
  const format = options.format ?? formats[extname(file).toLowerCase()];
  if (!format) throw new CallError(`What kind of file is ${file}? Say it with --format.`);
  const client = asTenant(options);
  const { encoding, resumeAfter: skipped, skipRows: linesBefore } = options;
  const delimiter = options.delimiter === 'tab' ? '\t' : options.delimiter;
  const errors = new ColumnErrors();
  const done: Done = { rows: skipped ?? 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const progress = showProgress();
  progress.start(basename(file), statSync(file).size, 0);
  try {
    let bytes = 0;
    const form = { format, encoding, delimiter, linesBefore, skipped };
    for await (const batch of batchesOf(file, form)) {
      const { data, error } = await client.call('POST', '/v1/data/import', formOf(batch, options));
      if (error) {
        errors.addRows(badRows(error.details), done.rows);
        throw new CallError(refusal(error, file, done, options));
      }
      progress.advance(batch.bytes - bytes);
      bytes = batch.bytes;
      errors.add(data.errors_by_column ?? [], done.rows);
      done.rows += batch.rows;
      for (const name of ['created', 'updated', 'skipped', 'failed'] as const)
        done[name] += data[name];
    }
  } finally {
    progress.stop();
    for (const line of errors.lines()) console.error(line);
  }
  const would = options.dryRun ? ' (dry run: nothing was kept)' : '';
  console.log(
    `${done.created} created, ${done.updated} updated, ${done.skipped} skipped, ${done.failed} bad${would}`,
  );
  if (done.failed === 0) return;
  const message = `${done.failed} rows were not imported.`;
  // That is what skipping asks for, as long as anything is left.
  if (done.created + done.updated + done.skipped === 0) throw new CallError(message);
  console.error(message);
}

function formOf(batch: Batch, options: ImportOptions): FormData {
  const form = new FormData();
  const fields: Record<string, string | undefined> = {
    ...{ object_type_id: options.type, format: batch.format, mode: options.mode },
    on_error: options.onError,
    match_on: options.matchOn && JSON.stringify(options.matchOn),
    mapping: options.map && JSON.stringify(options.map),
    create_missing_properties: options.createMissing ? 'true' : undefined,
    date_format: options.dateFormat,
    decimal: options.decimal,
    default_country: options.defaultCountry,
    default_currency: options.defaultCurrency,
    null_values: options.nullValues && JSON.stringify(options.nullValues),
    delimiter: batch.format === 'csv' ? batch.delimiter : undefined,
    dry_run: options.dryRun ? 'true' : undefined,
  };
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value);
  form.set('file', new Blob([batch.text]), `rows.${batch.format}`);
  return form;
}

/** The bad rows that the details of a refusal name. */
const badRows = (details: unknown): RowError[] =>
  Array.isArray(details) ? (details as RowError[]).filter(({ row }) => Number.isInteger(row)) : [];

/** Why an import was refused, and how to go on after those before it. */
function refusal(
  error: { code: string; message: string; details?: unknown },
  file: string,
  { rows }: Done,
  { dryRun, resumeAfter = 0 }: ImportOptions,
): string {
  if (rows === resumeAfter || dryRun) return `${error.message} (${error.code})`;
  return (
    `${error.message} (${error.code})\nRows 1 to ${rows} of ${file} are imported. ` +
    `Continue after them with --resume-after ${rows}`
  );
}
