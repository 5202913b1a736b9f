import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { ExportFormat } from '../../../tools/tables/export-formats.ts';
import { XlsxWriter } from '../../../tools/tables/xlsx.ts';

interface ExportRequest {
  format: ExportFormat;
  filename?: string | undefined;
}

/** The answer of api.data_export_rows; `lines` only when they are few. */
interface Found {
  count: number;
  lines: string | null;
}

const maxNameLength = 150;

/**
 * POST /v1/data/export: few rows are read, written and kept with the record by the one call; many are left to the
 * worker.
 */
export async function dataExport(call: HandlerCall<ExportRequest>): Promise<AnyAnswer> {
  checkName(call.args.filename);
  const { services, caller, ctx } = call;
  return services.transfers.take(() => makeExport(call), {
    tenant: caller.tenant,
    signal: ctx.signal,
  });
}

function checkName(name: string | undefined): void {
  if (name === undefined) return;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\0-\x1f\x7f/\\]/.test(name) || name.trim() === '' || /^\.+$/.test(name))
    throw ApiError.invalid('filename', 'invalid_name', 'must be a name without / or \\');
  if (name.length > maxNameLength)
    throw ApiError.invalid('filename', 'too_long', `must have at most ${maxNameLength} characters`);
}

async function makeExport({ args, run, ask }: HandlerCall<ExportRequest>): Promise<AnyAnswer> {
  if (args.format !== 'xlsx') return run('data_export', args);
  // A zip is made here, between two calls.
  const { count, lines } = await ask<Found>('data_export_rows', args);
  const bytes = lines === null ? undefined : (await zipped(lines)).toString('base64');
  // `made` is not part of the request: a repetition of the request may find other rows.
  return run('data_export', { ...args, made: { count, bytes } });
}

async function zipped(lines: string): Promise<Buffer> {
  const writer = new XlsxWriter();
  const rows = await writer.write(lines);
  return Buffer.concat([rows, await writer.end()]);
}
