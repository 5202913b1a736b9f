import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../../ground/errors.ts';
import type { RequestContext } from '../../operations/context.ts';
import { escapeHtml, page } from './html.ts';

/** A page for people, of a route that answers with pages (`isPage`). */
export interface Page {
  status: number;
  title: string;
  /** HTML: what comes from outside is escaped by who puts it in. */
  body: string;
  /** Where its forms may lead; nowhere by default. */
  formAction?: string;
  headers?: Record<string, string>;
}

type Sent = Pick<RequestContext, 'headers'>;

/** Whether a client names pages among what it takes, as browsers do. */
export const prefersPage = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/html') ?? false;

/** Whether it names JSON and no pages: a program that a form is of no use to. */
export const prefersJson = (req: IncomingMessage): boolean =>
  !prefersPage(req) && (req.headers.accept?.includes('json') ?? false);

/** Answers with a page that runs no script, loads nothing from elsewhere and is put into no frame. */
export function sendPage(
  res: ServerResponse,
  ctx: Sent,
  { status, title, body, formAction = "'none'", headers = {} }: Page,
): void {
  if (res.headersSent) return;
  const html = page(
    title,
    '<link rel="stylesheet" href="/docs/assets/landing.css">',
    `<main class="note">\n  ${body}\n</main>`,
  );
  res.writeHead(status, {
    ...ctx.headers,
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  });
  res.end(html);
}

/** An error as people read it. */
export function sendErrorPage(res: ServerResponse, error: ApiError, ctx: Sent): void {
  const title = titles[error.status] ?? 'This did not work';
  sendPage(res, ctx, {
    status: error.status,
    title,
    headers: error.headers,
    body: `<h1>${title}</h1>\n  <p class="lead">${escapeHtml(error.message)}</p>`,
  });
}

const titles: Record<number, string> = {
  404: 'There is nothing here',
  410: 'This link no longer works',
  429: 'Too many requests',
  503: 'Out of order for a moment',
};
