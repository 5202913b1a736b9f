import { redirect } from '../../../credentials/redirect.ts';
import { toApiError } from '../../../db/errors.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type SentFile, storeInSlot } from '../../files/index.ts';
import type { Filled, PublicForm } from '../page/form.ts';
import { formPage, sendFormPage } from '../page/render.ts';
import { since, utmOf } from '../visit.ts';
import { type Post, readPost } from './read-post.ts';
import { originOf, submit } from './send.ts';

type PageCall = HandlerCall<{ form_id: string }>;

/** The fields that the scripts of captchas add to a form. */
const captchaFields = ['cf-turnstile-response', 'h-captcha-response', 'g-recaptcha-response'];

/** POST /f/:form_id: leads on, or shows the page again with what is wrong. */
export async function submitPage(call: PageCall): Promise<undefined> {
  const { form_id } = call.params as { form_id: string };
  const post = await readPost(call).catch((thrown) => {
    throw unreadable(thrown);
  });
  const { _source: source, _started: started, ...data } = post.values;
  const token = captchaFields.map((name) => data[name]).find((text) => typeof text === 'string');
  for (const name of captchaFields) delete data[name];
  try {
    Object.assign(data, await storeFiles(call, form_id, post.files));
    const { redirect_url } = await submit(call, {
      form_id,
      data,
      is_page: true,
      turnstile_token: token as string | undefined,
      utm: utmOf(new URLSearchParams(call.search)),
      referrer: null,
      source: typeof source === 'string' && source.length <= 253 ? source || null : null,
      ...since(started),
    });
    if (redirect_url) redirect(call.res, redirect_url, {}, 303);
    else call.res.writeHead(303, { Location: `/f/${form_id}?sent=1`, 'Content-Length': 0 }).end();
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status >= 500 || error.code === 'NOT_FOUND' || error.code === 'RATE_LIMITED')
      throw thrown;
    await showAgain(call, form_id, error, {
      values: data,
      source: String(source ?? ''),
      started: String(started ?? ''),
    });
  }
}

async function showAgain(
  { ask, res, ctx }: PageCall,
  form_id: string,
  error: ApiError,
  kept: Omit<Filled, 'faults'>,
): Promise<void> {
  const form = await ask<PublicForm>('form_page', { form_id, is_known: true });
  const faults: Filled['faults'] = Object.create(null);
  for (const { path, message } of faultsOf(error)) faults[path] = message;
  const status = error.code === 'VALIDATION_ERROR' ? 422 : error.status;
  const filled = { ...kept, faults, fault: error.message };
  sendFormPage(res, ctx, status, form, formPage(form, filled));
}

/** A body that no form would send gets the same error as an invalid field. */
function unreadable(thrown: unknown): unknown {
  const error = toApiError(thrown);
  const { code, message, extras } = error;
  return code === 'VALIDATION_ERROR' ? new ApiError(code, message, extras, {}, 422) : thrown;
}

const faultsOf = ({ extras }: ApiError): { path: string; message: string }[] =>
  Array.isArray(extras.details) ? extras.details : [];

/** Puts the files of a form where only this form can take them from. @returns their ids, by field */
async function storeFiles(
  call: PageCall,
  form_id: string,
  files: Post['files'],
): Promise<Record<string, string>> {
  const { storage } = call.services;
  const ids: Record<string, string> = Object.create(null);
  for (let at = 0; at < files.length; at++) {
    const { name: field, ...file } = files[at] as SentFile & { name: string };
    try {
      ids[field] = await storeInSlot(call, file, (declared) =>
        call.ask('form_upload', { form_id, field, ...declared, ...originOf(call) }),
      );
    } catch (error) {
      await storage.remove(files.slice(at + 1).map(({ content }) => content.key));
      throw inField(error, field);
    }
  }
  return ids;
}

/** An error about a file, as one of its field. */
function inField(thrown: unknown, field: string): unknown {
  const error = toApiError(thrown);
  if (error.code !== 'VALIDATION_ERROR') return thrown;
  const [detail] = faultsOf(error);
  return ApiError.invalid(field, 'invalid_file', detail?.message ?? 'cannot be taken');
}
