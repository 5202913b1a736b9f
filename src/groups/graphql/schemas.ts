import { LRUCache } from 'lru-cache';
import { type Known, rememberDocuments } from '../../tools/graphql/prepare.ts';
import type { Definition } from './definition.ts';
import type { Moved } from './reads.ts';
import { makeSchema } from './schema.ts';

/** The schema of a tenant as of one moment. */
export interface TenantSchema extends Known {
  version: string;
}

/** Properties, and types as some more: about 50 MB in all. */
const mostFields = 20_000;
const fieldsOfType = 20;

/** The schemas of the tenants that have asked last. */
const known = new LRUCache<string, TenantSchema & { fields: number }>({
  maxSize: mostFields,
  sizeCalculation: ({ fields }) => fields,
});

export const knownSchema = (tenant: string): TenantSchema | undefined => known.get(tenant);

export function learnSchema(tenant: string, { version, definition }: Moved): TenantSchema {
  const learned = {
    version,
    schema: makeSchema(definition),
    documents: rememberDocuments(),
    fields: fieldsOf(definition),
  };
  known.set(tenant, learned);
  return learned;
}

const fieldsOf = ({ types, associations }: Definition): number =>
  types.reduce(
    (sum, { properties }) => sum + fieldsOfType + Object.keys(properties).length,
    1 + associations.length,
  );
