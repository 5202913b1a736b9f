import { type Body, type Kind, kindNames, kindOf } from '../plugins/index.ts';
import { describe, type ProviderMetadata } from '../saml/index.ts';
import type { Section } from './shapes.ts';

/** A kind of schema or configuration, as it is compared and applied: matched by its name. */
export interface ComparedKind extends Omit<Kind, 'within'> {
  kind: string;
  section: Section;
  within?: { kind: string; by: string };
  /** There is always exactly one: it is changed, never made or removed. */
  isSingle?: true;
  /** By what it is changed, if not by PATCH. */
  changedBy?: 'POST';
  /** Members of its record that say nothing about what it does. */
  left?: string[];
  /** Members that its record does not show as such, and how they are made of it. */
  computed?: Record<string, (record: Body) => unknown>;
  /** Members of one that is there which a restore leaves as they are today: security does not go back. */
  todays?: string[];
  /** The member that is its id. It is made and removed, never changed. */
  id?: string;
  /** Members that are merged by name: null removes one. */
  merged?: string[];
}

const schema = new Set(['object_types', 'properties', 'association_types']);
const byName = ({ name }: Body) => name;

/** Beyond those that a plugin may bring: what types may refer to comes first. */
const first: ComparedKind[] = [
  {
    kind: 'ai_providers',
    section: 'config',
    noun: 'ai_provider',
    path: '/v1/ai-providers',
    name: byName,
  },
];
const last: ComparedKind[] = [
  {
    kind: 'integrations',
    section: 'config',
    noun: 'integration',
    path: '/v1/integrations',
    name: byName,
  },
  {
    kind: 'user_announcements',
    section: 'config',
    noun: 'user_announcement',
    path: '/v1/user-announcements',
    name: ({ title }) => title,
  },
  {
    kind: 'saml_providers',
    section: 'config',
    noun: 'saml_provider',
    path: '/v1/auth/saml/providers',
    name: byName,
    // Nothing is fetched: a provider is made of what was read before.
    computed: { metadata_xml: (record) => describe(record as unknown as ProviderMetadata) },
    left: ['metadata_url', 'type'],
    todays: ['metadata_xml'],
  },
  {
    kind: 'email_domains',
    section: 'config',
    noun: 'email_domain',
    path: '/v1/email/domains',
    name: ({ domain }) => domain,
    id: 'domain',
  },
  { kind: 'file_tags', section: 'config', noun: 'file_tag', path: '/v1/files/tags', name: byName },
  { ...single('auth_config', '/v1/auth-config'), changedBy: 'POST' },
  // Where its data lies is decided when it is made.
  {
    ...single('governance', '/v1/governance'),
    left: ['data_region'],
    // A tenant that refuses it today has not allowed it by what it was.
    todays: ['impersonation'],
  },
  // A domain leads to a single tenant.
  { ...single('branding', '/v1/branding'), left: ['custom_domain'] },
];

function single(kind: string, path: string): ComparedKind {
  return { kind, section: 'config', noun: kind, path, name: () => kind, isSingle: true };
}

/** In the order in which they are made; they are removed the other way round. */
export const comparedKinds: ComparedKind[] = [
  ...first,
  ...kindNames.map(
    (kind): ComparedKind => ({
      ...kindOf(kind),
      kind,
      ...(kind === 'functions' ? { merged: ['env'] } : {}),
      section: schema.has(kind) ? 'schema' : 'config',
    }),
  ),
  ...last,
];

const byKind = new Map(comparedKinds.map((one) => [one.kind, one]));
export const comparedKind = (kind: string): ComparedKind => {
  const found = byKind.get(kind);
  if (!found) throw new Error(`there is no kind ${kind}`);
  return found;
};
