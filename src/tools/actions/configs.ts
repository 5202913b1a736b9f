import { z } from 'zod';
import { openMap } from '../../ground/shapes/schemas.ts';
import { headerName, headerValue, isForbidden } from '../../outbound/headers.ts';

/** A place for a value that templates may stand in: `{{trigger.data.id}}`. */
const text = (max: number) => z.string().min(1).max(max);
const id = text(200);
/** A template without other text keeps the type of its value, so it may be an object or a list. */
const template = z.string().regex(/^\{\{[^{}]*\}\}$/, 'a template such as {{trigger.data}}');
const map = z.union([openMap, template]).meta({ description: 'An object, or a template for one' });
const list = (item: z.ZodString, max: number) =>
  z
    .union([z.array(item).min(1).max(max), item])
    .meta({ description: 'One value, or a list of them' });

const headers = z
  .record(z.string().regex(headerName, 'must be a valid header name'), headerValue)
  .refine((all) => Object.keys(all).length <= 50, 'must have at most 50 headers')
  .refine(
    (all) => !Object.keys(all).some(isForbidden),
    'must not set headers of the connection, such as host and content-length, or x-insula-*',
  );

/** A call to a URL. Templates may stand in its texts; what they become is checked when it is made. */
export const webhookConfig = z.object({
  url: text(2000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  headers: headers.optional(),
  body: z
    .unknown()
    .optional()
    .meta({ description: 'A string is sent as it is, anything else as JSON' }),
});

/** The `config` of each type of action, for automations and scheduled jobs. */
export const actionConfigs = {
  create_object: z.object({ object_type_id: id, properties: map.optional() }),
  update_object: z.object({ object_type_id: id, object_id: id, properties: map }),
  delete_object: z.object({ object_type_id: id, object_id: id }),
  associate: z.object({
    from_type: id,
    from_id: id,
    association_type: id,
    to_type: id,
    to_id: id,
    meta: map.optional(),
  }),
  emit_event: z.object({ event_type: text(200), data: map.optional() }),
  notify: z
    .object({
      user_ids: list(text(200), 1000).optional(),
      role: text(200).optional(),
      type: text(200).optional(),
      title: text(1000),
      body: z.string().max(10_000).optional(),
      metadata: map.optional(),
      channels: z
        .array(z.enum(['in_app', 'email', 'sms', 'push', 'webhook']))
        .min(1)
        .max(5)
        .optional(),
    })
    .refine(({ user_ids, role }) => (user_ids === undefined) !== (role === undefined), {
      message: 'must be given, or role instead, but not both',
      path: ['user_ids'],
    }),
  send_email: z
    .object({
      to: list(text(254), 50),
      subject: text(1000),
      text: z.string().max(100_000).optional(),
      html: z.string().max(100_000).optional(),
    })
    .refine((mail) => mail.text !== undefined || mail.html !== undefined, {
      message: 'is required unless html is given',
      path: ['text'],
    }),
  set_variable: z.object({
    name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'must be a word'),
    value: z.unknown(),
  }),
  webhook: webhookConfig,
  function: z.object({ function_id: id, input: z.unknown().optional() }),
  workflow: z.object({
    workflow_id: id,
    object_type_id: id.optional(),
    object_id: id.optional(),
    input: map.optional(),
  }),
  ai_generate: z.object({
    prompt: text(30_000),
    system: text(30_000).optional(),
    output_schema: openMap.optional(),
    model: text(100).optional(),
    provider_id: id.optional(),
    temperature: z.number().min(0).max(2).optional(),
    max_tokens: z.number().int().min(1).max(100_000).optional(),
  }),
  delay: z
    .object({
      seconds: z.number().min(0).max(2_592_000).optional(),
      minutes: z.number().min(0).max(43_200).optional(),
      until: text(200).optional(),
    })
    .refine((delay) => Object.values(delay).filter((one) => one !== undefined).length === 1, {
      message: 'must be given, or minutes or until instead; exactly one of them',
      path: ['seconds'],
    }),
  reject: z.object({ message: text(500) }),
};

export type ActionType = keyof typeof actionConfigs;
