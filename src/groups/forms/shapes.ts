import { z } from 'zod';
import { createdBy, emailAddress, openMap, timestamp, total } from '../../ground/shapes/schemas.ts';
import { PublicBranding } from '../settings/shapes.ts';
import { FormField, fields, PublicFormField } from './field-shapes.ts';

const origin = z
  .string()
  .max(300)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
  }, 'must be an origin such as https://www.example.com');

const submit = z.string().min(1).max(100);
const message = z.string().max(2000);
const most = z.number().int().min(1).max(1_000_000_000);
const prefill = z.union([z.boolean(), z.record(z.string().max(100), z.string().max(100))]);
const locale = z
  .string()
  .max(35)
  .refine((text) => {
    try {
      return Intl.getCanonicalLocales(text).length === 1;
    } catch {
      return false;
    }
  }, 'must be a language tag such as de or ar-EG')
  .transform((text) => Intl.getCanonicalLocales(text)[0] as string);
const localeMeta = {
  description:
    'The language of its texts; sets the page’s own texts and its direction. null: English',
  example: 'de',
};
const prefillMeta = {
  description:
    'true: query parameters of the page fill in the fields of the same name; a map: {parameter: field}',
};

/** The settings of a form; PATCH merges them. */
export const settings = z.object({
  submit_label: submit.optional(),
  success_message: message.optional(),
  redirect_url: z.url().max(2000).nullable().optional().meta({
    description:
      'Where the page redirects afterwards: site_url or below it, or an entry of redirect_allow_list',
    example: null,
  }),
  notify_emails: z.array(emailAddress).max(20).optional(),
  captcha: z.boolean().optional().meta({ description: 'Asks for the captcha of the tenant' }),
  honeypot: z
    .string()
    .regex(/^_?[A-Za-z][A-Za-z0-9_]{0,62}$/, 'must be a name such as _hp')
    .refine((text) => !['_source', '_started'].includes(text), 'must be another name')
    .optional()
    .meta({
      description: 'A field that people cannot see: a submission that fills it in is spam',
      example: '_hp',
    }),
  allowed_origins: z.array(origin).max(50).optional().meta({
    description:
      'Origins that may submit the form from a browser or embed it in a frame. Empty: any may submit, none may embed',
  }),
  max_submissions: most.nullable().optional(),
  opens_at: timestamp.nullable().optional(),
  closes_at: timestamp.nullable().optional(),
  create_object: z.boolean().optional(),
  dedupe_on: z.string().min(1).max(100).nullable().optional().meta({
    description:
      'A property: if an object already has the submitted value, the submission changes that object',
    example: null,
  }),
  prefill: prefill.optional().meta(prefillMeta),
  locale: locale.nullable().optional().meta(localeMeta),
});

export const status = z.enum(['draft', 'active', 'paused', 'archived']);
export const formBody = {
  name: z.string().min(1).max(200),
  object_type_id: z.string().min(1).max(100).nullable().optional().meta({
    description: 'Its id or name',
    example: 'contacts',
  }),
  fields: fields.optional(),
  settings: settings.optional(),
  status: status.optional(),
};

const text = z.string().nullable();
const publicSettings = {
  submit_label: submit,
  success_message: message,
  captcha: z.boolean(),
  honeypot: z.string(),
  allowed_origins: z.array(z.string()),
  opens_at: timestamp.nullable(),
  closes_at: timestamp.nullable(),
  prefill: prefill.meta(prefillMeta),
  locale: text.meta(localeMeta),
};

export const Form = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    object_type_id: text,
    fields: z.array(FormField),
    settings: z.object({
      ...publicSettings,
      redirect_url: text,
      notify_emails: z.array(z.string()),
      max_submissions: most.nullable(),
      create_object: z.boolean(),
      dedupe_on: text,
    }),
    status: status.meta({ description: 'An active form whose closes_at has passed is paused' }),
    submission_count: z.number().int(),
    share_url: text.meta({ description: 'The URL of the form’s page' }),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Form' });

export const PublicForm = z
  .object({
    id: z.string(),
    name: z.string(),
    fields: z.array(PublicFormField),
    settings: z.object({
      ...publicSettings,
      captcha_config: z
        .object({ provider: text, site_key: text })
        .nullable()
        .meta({ description: 'The site key of the captcha, if the form requires one' }),
    }),
    branding: PublicBranding,
  })
  .meta({ id: 'PublicForm' });

export const utm = z.record(z.string().regex(/^utm_[a-z]{1,20}$/), z.string().max(200));

export const Submission = z
  .object({
    id: z.string(),
    form_id: z.string(),
    data: openMap,
    object_id: text,
    status: z.enum(['received', 'spam', 'error']),
    error: text.meta({ description: 'With the status error: why no object was created' }),
    ip: text,
    user_agent: text,
    referrer: text,
    utm,
    created_at: timestamp,
  })
  .meta({ id: 'FormSubmission' });
export const Submissions = z.object({ submissions: z.array(Submission), ...total });

export const Submitted = z.object({
  submission_id: z.string(),
  object_id: text.meta({ description: 'null without one, and with dedupe_on' }),
  message,
  redirect_url: text,
});

const number = z.number().int();
export const FormAnalytics = z
  .object({
    views: number,
    starts: number,
    submissions: number,
    spam: number,
    conversion_rate: z.number().meta({ description: 'Submissions divided by views, 0 to 1' }),
    completion_time_ms_p50: z.number().nullable(),
    by_day: z.array(
      z.object({ date: z.iso.date(), views: number, starts: number, submissions: number }),
    ),
    by_field: z.record(z.string(), z.object({ filled: number, dropped: number })),
    sources: z.array(
      z.object({
        source: text.meta({
          description: 'A host; null: opened directly. `other` sums up hosts beyond the first 30',
        }),
        submissions: number,
      }),
    ),
  })
  .meta({ id: 'FormAnalytics' });
