import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../../../operations/context.ts';
import { escapeHtml as html, page } from '../../../tools/answers/html.ts';
import { fieldHtml, idOf, sentence } from './fields.ts';
import type { Filled, PublicForm } from './form.ts';

/** Where the script of a captcha comes from, and what its place on the page is called. */
const captchas: Record<string, { script: string; origin: string; className: string }> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    origin: 'https://challenges.cloudflare.com',
    className: 'cf-turnstile',
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    origin: 'https://*.hcaptcha.com https://hcaptcha.com',
    className: 'h-captcha',
  },
};

/** The page of a form, filled in as far as it is. */
export function formPage(form: PublicForm, filled: Filled): string {
  const { settings, fields } = form;
  const hasFiles = fields.some(({ type }) => type === 'file');
  const required = fields.some((field) => field.required);
  const trap = html(settings.honeypot);
  return `<h1>${html(form.name)}</h1>
${summaryHtml(form, filled)}
<form method="post" novalidate data-form="${html(form.id)}"${hasFiles ? ' enctype="multipart/form-data"' : ''}>
  ${required ? '<p class="legend" lang="en" dir="auto">Fields marked with <span class="mark">*</span> are required.</p>' : ''}
  <div class="fields">
${fields.map((field) => fieldHtml(field, filled)).join('\n')}
  </div>
  <div class="trap" lang="en" aria-hidden="true"><label>Leave this empty <input name="${trap}" tabindex="-1" autocomplete="off"></label></div>
  <input type="hidden" name="_source" value="${html(filled.source)}">
  <input type="hidden" name="_started" value="${html(filled.started)}">
  ${captchaHtml(form)}
  <button class="button">${html(settings.submit_label)}</button>
</form>`;
}

/** The page after a form was sent. */
export const sentPage = ({ name, settings }: PublicForm): string =>
  `<h1>${html(name)}</h1>\n<p class="done" role="status">${html(settings.success_message)}</p>`;

/** The page of a form that takes no answers now. */
export const closedPage = ({ name, closed }: PublicForm): string =>
  `<h1>${html(name)}</h1>\n<p class="closed" role="status">${html(closed ?? '')}</p>`;

function summaryHtml({ fields }: PublicForm, { faults, fault }: Filled): string {
  const wrong = fields.filter(({ name }) => faults[name] !== undefined);
  if (wrong.length === 0 && fault === undefined) return '';
  const list = wrong.map(
    (field) =>
      `<li><a href="#${idOf(field)}">${html(field.label)}</a>: <span lang="en">${html(sentence(faults[field.name] ?? ''))}</span></li>`,
  );
  const title =
    wrong.length === 0
      ? sentence(fault ?? '')
      : wrong.length === 1
        ? 'One field needs your attention'
        : `${wrong.length} fields need your attention`;
  return `<div class="summary" role="alert" tabindex="-1" id="summary"><p class="title" lang="en" dir="auto">${html(title)}</p>${list.length > 0 ? `<ul>${list.join('')}</ul>` : ''}</div>`;
}

function captchaHtml({ settings: { captcha_config: captcha } }: PublicForm): string {
  const place = captcha?.provider ? captchas[captcha.provider] : undefined;
  if (!place) return '';
  return `<div class="${place.className}" data-sitekey="${html(captcha?.site_key ?? '')}"></div>
  <script src="${place.script}" async defer></script>
  <noscript><p class="error" lang="en" dir="auto">Please switch JavaScript on: this form checks that you are not a program.</p></noscript>`;
}

/** Black or white, whichever is easier to read on a colour (WCAG 2, relative luminance). */
function inkOn(colour: string): string {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}

/** The tenant's own style. Nothing in it can end the element that it stands in. */
function styleOf({ primary_color: colour, custom_css }: PublicForm['branding']): string {
  const isColour = colour !== null && /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(colour);
  const variables = isColour ? `:root{--brand:${colour};--on-brand:${inkOn(colour)}}` : '';
  return (variables + (custom_css ?? '')).replaceAll('<', '\\3c ');
}

/**
 * Sends a page of a form in the branding of its tenant. It runs no script except Insula's and the captcha's, and is
 * shown only in frames of the form's allowed_origins.
 * @param body HTML
 */
export function sendFormPage(
  res: ServerResponse,
  ctx: Pick<RequestContext, 'headers'>,
  status: number,
  form: PublicForm,
  body: string,
): void {
  const { branding, settings } = form;
  const style = styleOf(branding);
  const hash = createHash('sha256').update(style).digest('base64');
  const captcha = captchas[settings.captcha_config?.provider ?? ''];
  const name = html(branding.brand_name ?? '');
  const logo = branding.logo_url ? `<img src="${html(branding.logo_url)}" alt="${name}">` : name;
  const text = page(
    html(form.name),
    `<link rel="stylesheet" href="/docs/assets/form.css">
${style ? `<style>${style}</style>` : ''}
<script type="module" src="/docs/assets/form.js"></script>`,
    `<main class="sheet">
<p class="brand">${logo}</p>
${body}
${branding.footer_text ? `<footer>${html(branding.footer_text)}</footer>` : ''}
</main>`,
    settings.locale ?? 'en',
  );
  const frames = settings.allowed_origins.join(' ') || "'none'";
  const other = captcha ? ` ${captcha.origin}` : '';
  for (const [header, value] of Object.entries(ctx.headers ?? {})) res.setHeader(header, value);
  if (settings.allowed_origins.length > 0) res.removeHeader('X-Frame-Options');
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    // Of a page without a referrer, browsers say no origin either, which the form may ask for.
    'Referrer-Policy': 'same-origin',
    'Content-Security-Policy':
      `default-src 'none'; style-src 'self'${style ? ` 'sha256-${hash}'` : ''}; script-src 'self'${other}; ` +
      `img-src 'self' https: data:; connect-src 'self'${other}; frame-src${other || " 'none'"}; base-uri 'none'; ` +
      `form-action 'self' http: https:; frame-ancestors ${frames}`,
  });
  res.end(text);
}
