import type { HandlerCall } from '../../../operations/handler.ts';
import type { Filled, PublicForm } from '../page/form.ts';
import { closedPage, formPage, sendFormPage, sentPage } from '../page/render.ts';
import { hostOf } from '../visit.ts';

/** GET /f/:form_id: counts a view, unless it is the page after the form was sent. */
export async function showForm(call: HandlerCall<{ form_id: string }>): Promise<undefined> {
  const { args, ask, req, res, ctx, search } = call;
  const query = new URLSearchParams(search);
  const isSent = query.get('sent') === '1';
  const isHead = req.method === 'HEAD';
  const form = await ask<PublicForm>('form_page', {
    form_id: args.form_id,
    ...(isSent || isHead ? { is_known: true } : {}),
  });
  if (form.closed !== undefined) sendFormPage(res, ctx, 403, form, closedPage(form));
  else if (isSent) sendFormPage(res, ctx, 200, form, sentPage(form));
  else sendFormPage(res, ctx, 200, form, formPage(form, empty(form, query, req.headers.referer)));
}

/** A form filled in only by its URL. */
const empty = (form: PublicForm, query: URLSearchParams, referer?: string): Filled => ({
  values: prefilled(form, query),
  faults: {},
  source: hostOf(referer) ?? '',
  started: new Date().toISOString(),
});

/** The values that the URL of the page gives to fields, where the form allows it. */
function prefilled({ fields, settings }: PublicForm, query: URLSearchParams) {
  const { prefill } = settings;
  if (prefill === false) return {};
  const values: Record<string, string> = Object.create(null);
  for (const [parameter, value] of query) {
    const name = prefill === true ? parameter : prefill[parameter];
    const field = fields.find((one) => one.name === name);
    if (field && field.type !== 'file') values[field.name] = value.slice(0, 10_000);
  }
  return values;
}
