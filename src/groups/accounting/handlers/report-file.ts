import { create as attachment } from 'content-disposition';
import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import { openAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { functionOf } from '../../../operations/route.ts';
import { reportFormats } from '../report-formats.ts';

const making = job<typeof import('../report-file.ts').reportFile>(
  'reportFile',
  new URL('../report-file.ts', import.meta.url),
  // 5,000 accounts are a hundred pages.
  { cpuMs: 25_000 },
);

/** GET /v1/accounting/reports/:report as a file. The JSON of a report goes to the process that makes it as it came. */
export async function sendReport(
  call: HandlerCall<{ format: 'csv' | 'xlsx' | 'pdf' }>,
): Promise<undefined> {
  const { route, args, run, caller, req, res, ctx } = call;
  const { format, ...question } = args;
  const { data } = openAnswer(await run(functionOf(route), { ...question, is_file: true }));
  const { name, bytes } = await compute(caller.tenant, making, [format, data], ctx.signal);
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': reportFormats[format],
    'Content-Length': bytes.length,
    'Content-Disposition': attachment(name),
    'Cache-Control': 'private, no-store',
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
