import { setImmediate as nextRound } from 'node:timers/promises';
import type { HandlerCall } from '../../../http/handler.ts';
import { exportName } from '../export-name.ts';
import { Parts } from '../export-parts.ts';
import type { ExportHead, ExportRow, ExportShape } from '../export-record.ts';
import { type ExportFormat, exportFormats } from '../export-writers.ts';

interface ExportRequest extends ExportShape {
  object_type_id: string;
  format: ExportFormat;
  filename?: string | undefined;
}

/** What api.data_export_rows answers; `pages` only when the rows are few. */
interface Found {
  count: number;
  type: string;
  pages: ExportRow[][] | null;
  head: ExportHead | null;
}

/**
 * POST /v1/data/export: few rows are read in one call, made a file of here, and kept with the record in a second one;
 * many are left to the worker.
 */
export async function dataExport(call: HandlerCall<ExportRequest>): Promise<string> {
  const { format, filename } = call.args;
  // Said before anything is read.
  exportName(filename, '', format);
  const { services, caller, ctx } = call;
  return services.transfers.take(() => makeExport(call), {
    tenant: caller.tenant,
    signal: ctx.signal,
  });
}

async function makeExport({ args, run, ask }: HandlerCall<ExportRequest>) {
  const { format, filename } = args;
  const { count, type, pages, head } = await ask<Found>('data_export_rows', args);
  const made = { count, filename: exportName(filename, type, format) };
  const file = pages && head ? await fileOf(args, head, pages) : {};
  // `made` is not part of the request: a repetition of the request may find other rows.
  return run('data_export', { ...args, made: { ...made, ...file } });
}

/** Page by page, so that other requests get their turn. */
async function fileOf(request: ExportRequest, head: ExportHead, pages: ExportRow[][]) {
  const writer = exportFormats[request.format].writer(head, request);
  const cut = new Parts();
  const parts: Buffer[] = [];
  for (const rows of pages) {
    await nextRound();
    parts.push(...cut.add(writer.write(rows)));
  }
  parts.push(...cut.add(writer.end()), ...cut.end());
  return { parts: parts.map((part) => part.toString('base64')), size_bytes: cut.size };
}
