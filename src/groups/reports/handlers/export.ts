import { create as attachment } from 'content-disposition';
import { pngBeside } from '../../../computing/pictures.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { exportFormats } from '../../../tools/tables/export-formats.ts';
import { fileOf } from '../../../tools/tables/table-file.ts';
import type { Answered } from '../answer.ts';
import type { AnsweredReport } from '../picture.ts';
import { answered } from './answered.ts';

type Format = 'csv' | 'json' | 'xlsx' | 'svg' | 'png';

const types = { ...exportFormats, svg: 'image/svg+xml', png: 'image/png' };

/** GET /v1/saved-reports/:report_id/export */
export async function exportReport(
  call: HandlerCall<{ report_id: string; format: Format }>,
): Promise<string | undefined> {
  const { args, ask, req, res, ctx } = call;
  const { report_id, format } = args;
  const { answer: asked, ...report } = await ask<
    Omit<AnsweredReport, 'answer'> & { answer: Answered }
  >('saved_report_export', { report_id });
  const answer = await answered(call, asked);
  if (format === 'json') return JSON.stringify(answer);
  const file =
    format === 'csv' || format === 'xlsx'
      ? await fileOf(format, answer)
      : await drawn(call.caller.tenant, format, { ...report, answer });
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': types[format],
    'Content-Length': file.length,
    'Content-Disposition': attachment(`${report.name}.${format}`),
    'Cache-Control': 'private, no-store',
  });
  res.end(req.method === 'HEAD' ? undefined : file);
  return undefined;
}

async function drawn(
  tenant: string,
  format: 'svg' | 'png',
  report: AnsweredReport,
): Promise<Buffer> {
  const { pictureOf } = await import('../picture.ts');
  const svg = await pictureOf(tenant, report);
  if (!svg)
    throw new ApiError(
      'INVALID_STATE',
      'This report has no picture: it has no rows, or nothing to group them by. Use csv, xlsx or json.',
    );
  if (format === 'svg') return Buffer.from(svg);
  return pngBeside(tenant, svg);
}
