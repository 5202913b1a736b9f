import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { mayBeBlank } from '../../ground/shapes/strict.ts';
import { targetFault } from './target.ts';

const maxMetadataBytes = 10_240;

const target = z
  .string()
  .min(1)
  .max(4000)
  .superRefine((text, ctx) => {
    const message = targetFault(text);
    if (message) ctx.addIssue({ code: 'custom', message });
  })
  .meta({
    description: 'http or https, without a user name or password; not a short URL of this server',
    example: 'https://example.com/catalogue?page=2',
  });

export const slug = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be 1 to 100 of the letters A to Z, digits, - and _')
  .meta({ example: 'spring-sale' });

const campaign = z.string().min(1).max(200).optional();
const utm = z
  .object({
    source: campaign,
    medium: campaign,
    campaign,
    term: campaign,
    content: campaign,
    id: campaign,
  })
  .meta({
    description: 'Added to the target as `utm_<name>`, unless the target already has it',
    example: { source: 'newsletter', campaign: 'spring' },
  });

export const tag = z.string().min(1).max(100);
export const externalId = z.string().min(1).max(200);

export const shortUrlFields = {
  id: z.string(),
  slug: z.string(),
  domain: z.string(),
  short_url: z.string(),
  url: z.string().nullable().meta({ description: 'null if it leads to a file' }),
  file_id: z.string().nullable(),
  title: z.string().nullable(),
  utm,
  tags: z.array(z.string()),
  external_id: z.string().nullable(),
  metadata: openMap,
  has_password: z.boolean(),
  expires_at: timestamp.nullable(),
  expired_url: z.string().nullable(),
  max_clicks: z.number().int().nullable(),
  clicks: z.number().int(),
  last_clicked_at: timestamp.nullable(),
  is_active: z.boolean().meta({
    description: 'Whether it leads to its target now: switched on, not expired, clicks left',
  }),
  created_by: z
    .string()
    .nullable()
    .meta({ description: 'User id; null when made with an API key' }),
  created_at: timestamp,
  updated_at: timestamp,
};
export const ShortUrl = z.object(shortUrlFields).meta({ id: 'ShortUrl' });

/** The fields of a short URL that a client can set. */
export const shortUrlBody = z
  .object({
    url: target.optional(),
    file_id: z.string().min(1).max(200).optional().meta({
      description: 'Instead of url: a file that you may share. It is opened by a signed URL',
    }),
    slug: slug.optional().meta({ description: 'Seven random characters when left out' }),
    key: slug.optional().meta({ description: 'Another name for slug' }),
    domain: z.string().min(1).max(253).toLowerCase().nullable().optional().meta({
      description:
        'A custom domain that the tenant has verified; the host of the API when left out',
      example: null,
    }),
    title: z.string().max(500).nullable().optional(),
    expires_at: timestamp.nullable().optional(),
    expired_url: target.nullable().optional().meta({
      description: 'Where it redirects once it is no longer active, instead of showing a page',
    }),
    password: mayBeBlank(z.string().min(1).max(128)).nullable().optional().meta({
      description: 'Visitors must enter it. Stored as a hash, never shown',
    }),
    max_clicks: z.number().int().min(1).max(1_000_000_000).nullable().optional(),
    is_active: z.boolean().optional().meta({ description: 'false switches it off' }),
    tags: z.array(tag).max(50).optional(),
    external_id: externalId.nullable().optional(),
    utm: utm.optional(),
    metadata: openMap
      .refine(
        (map) => Buffer.byteLength(JSON.stringify(map)) <= maxMetadataBytes,
        'must not be larger than 10 KB',
      )
      .optional(),
  })
  .meta({ id: 'ShortUrlFields' });

export const period = z
  .enum(['24h', '7d', '30d', '90d', 'all'])
  .default('30d')
  .meta({ description: 'The last 24 hours, or a number of days (UTC) including today' });

const clicks = z.number().int();
const unique = z.number().int().meta({
  description: 'The sum of daily visitors: a person who visits on two days counts twice',
});
const top = <Name extends string>(name: Name, description: string) =>
  z.array(z.object({ [name]: z.string().nullable().meta({ description }), clicks }));

export const Stats = z
  .object({
    period,
    from: timestamp,
    to: timestamp,
    clicks,
    unique,
    by_day: z.array(z.object({ date: z.iso.date(), clicks, unique })),
    referrers: top(
      'referrer',
      'A host; null: opened directly. `other` sums up hosts beyond the first 30 of a day',
    ),
    countries: top('country', 'Two letters; null if no trusted proxy sends it'),
    browsers: top('browser', 'Such as Chrome; `Bot` for programs, `other` for unknown ones'),
  })
  .meta({ id: 'ShortUrlStats' });
