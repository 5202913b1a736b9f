import type { HandlerCall } from '../../../operations/handler.ts';
import { escapeHtml, page } from '../../../tools/answers/html.ts';
import { dashboardBody } from '../page.ts';
import { openShared } from './open-shared.ts';

/** GET /d/:share_token */
export async function dashboardPage(
  call: HandlerCall<{ share_token: string }>,
): Promise<undefined> {
  const { res, ctx } = call;
  const dashboard = await openShared(call);
  const html = page(
    escapeHtml(dashboard.name),
    '<link rel="stylesheet" href="/docs/assets/dashboard.css">\n<meta name="robots" content="noindex">\n<script type="module" src="/docs/assets/dashboard.js"></script>',
    await dashboardBody(call.caller.tenant, dashboard),
  );
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  res.end(call.req.method === 'HEAD' ? undefined : html);
}
