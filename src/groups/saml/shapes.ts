import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const maxMessage = 256 * 1024;

export const domain = z
  .string()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
    'must be a domain',
  )
  .meta({ example: 'example.com' });
const attributeName = z.string().min(1).max(500);
const attributeMapping = z
  .object({
    keys: z
      .record(
        z
          .string()
          .regex(
            /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/,
            'must start with a letter or _ and contain only letters, digits, _ and -',
          ),
        z.object({
          name: attributeName.optional(),
          names: z.array(attributeName).max(20).optional(),
          array: z.boolean().optional().meta({ description: 'Keep all values, as a list' }),
          default: z.union([z.string().max(1000), z.number(), z.boolean()]).optional(),
        }),
      )
      .refine((keys) => Object.keys(keys).length <= 50, 'must not have more than 50 fields')
      .optional(),
  })
  .meta({
    description:
      'Which attribute fills which field: `email`, and any others, which go into `user_metadata`',
    example: { keys: { email: { name: 'mail' }, team: { name: 'department' } } },
  });

export const SamlProvider = z
  .object({
    id: z.string(),
    type: z.literal('saml'),
    name: z.string(),
    entity_id: z.string(),
    sso_url: z.string(),
    slo_url: z.string().nullable(),
    metadata_url: z.string().nullable(),
    certificate_fingerprints: z
      .array(z.string())
      .meta({ description: 'SHA-256 of each certificate' }),
    certificates: z
      .array(z.string())
      .meta({ description: 'Those that sign, each as base64 of DER' }),
    domains: z.array(z.string()),
    attribute_mapping: attributeMapping,
    default_role: z.string().nullable(),
    enabled: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SamlProvider' });

export const fields = z.object({
  type: z.literal('saml').optional(),
  name: z.string().min(1).max(200).optional(),
  metadata_xml: z.string().min(1).max(maxMessage).optional().meta({
    description: 'The metadata of the identity provider, up to 256 kB',
  }),
  metadata_url: z.string().max(2000).optional().meta({
    description: 'Where to fetch the metadata, now and with each change that sends this URL',
  }),
  domains: z.array(domain).max(100).optional().meta({
    description: 'Domains whose users sign in here, and whose emails the provider vouches for',
  }),
  attribute_mapping: attributeMapping.optional(),
  default_role: z.string().max(63).nullable().optional().meta({
    description:
      'For new users. Only callers with the scope * may set a role that permits more than data',
  }),
  enabled: z.boolean().optional(),
});
export const noData = z.never();
