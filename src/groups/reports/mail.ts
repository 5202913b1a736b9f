import { pngBeside } from '../../computing/pictures.ts';
import { ask } from '../../db/ask.ts';
import { textOf } from '../../ground/charts/text.ts';
import { escapeHtml } from '../../tools/answers/html.ts';
import { DeliveryError } from '../../tools/messages/delivery.ts';
import { oneLine, type RenderMail } from '../../tools/messages/render.ts';
import { fileOf } from '../../tools/tables/table-file.ts';
import type { ReportAnswer } from './answer.ts';
import { type AnsweredReport, pictureOf } from './picture.ts';

/** The message that app.report_mail creates. */
interface ReportMessage {
  run_id: string;
  format: 'csv' | 'xlsx';
  name: string;
  type: string;
  question: AnsweredReport['question'];
}

/** Rows shown in the mail itself; the file has all of them. */
const rowsShown = 20;
const cell = 'padding:4px 12px 4px 0;border-bottom:1px solid #e5e7eb;text-align:left';

/** The mail of a report: its picture, the beginning of its table, and all of it as a file. */
export const reportMail: RenderMail = async ({ tenant_id, variables, brand_name }, pool) => {
  const { run_id, format, name, type, question } = variables as unknown as ReportMessage;
  const sql = 'select worker.report_run($1, $2) as answer';
  const answer = await ask<ReportAnswer | null>(pool, sql, [tenant_id, run_id]);
  if (!answer)
    throw new DeliveryError('The result of the report is no longer available.', {
      isFinal: true,
    });
  const svg = await pictureOf(tenant_id, { name, type, question, answer });
  const png = svg && (await pngBeside(tenant_id, svg));
  const extension = format === 'csv' ? 'csv' : 'xlsx';
  return {
    subject: oneLine(name),
    text: textOfMail(name, answer, brand_name),
    html: htmlOfMail(name, answer, brand_name, svg !== undefined),
    attachments: [
      { filename: `${name}.${extension}`, content: await fileOf(extension, answer) },
      ...(png ? [{ filename: 'chart.png', content: png, cid: chartId }] : []),
    ],
  };
};

const chartId = 'chart';

const howMany = ({ row_count }: ReportAnswer): string =>
  row_count === 1 ? '1 row' : `${row_count} rows`;

const textOfMail = (name: string, answer: ReportAnswer, brand: string): string =>
  [
    name,
    ...answer.rows
      .slice(0, rowsShown)
      .map((row) => answer.columns.map(({ name }) => textOf(row[name])).join('  ')),
    `${howMany(answer)}; all of them are in the attached file.`,
    brand,
  ].join('\n\n');

function htmlOfMail(name: string, answer: ReportAnswer, brand: string, hasChart: boolean): string {
  const { columns, rows } = answer;
  const cells = (tag: 'td' | 'th', texts: string[]) =>
    texts.map((text) => `<${tag} style="${cell}">${escapeHtml(text)}</${tag}>`).join('');
  const title = escapeHtml(name);
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;color:#111827">
<div style="max-width:680px;margin:0 auto">
<h1 style="font-size:20px">${title}</h1>
${hasChart ? `<img src="cid:${chartId}" width="640" alt="The chart of the figures below" style="max-width:100%">` : ''}
<table style="border-collapse:collapse;font-size:14px">
<tr>${cells(
    'th',
    columns.map((column) => column.name),
  )}</tr>
${rows
  .slice(0, rowsShown)
  .map(
    (row) =>
      `<tr>${cells(
        'td',
        columns.map((column) => textOf(row[column.name])),
      )}</tr>`,
  )
  .join('\n')}
</table>
<p style="color:#6b7280;font-size:13px">${howMany(answer)}; all of them are in the attached file.<br>${escapeHtml(brand)}</p>
</div></body></html>`;
}
