import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Definition } from './definition.ts';
import type { Moved } from './reads.ts';
import { makeSchema } from './schema.ts';

/** The schema of a tenant as of one moment, and documents that have been found valid with it. */
export interface TenantSchema {
  version: string;
  schema: GraphQLSchema;
  documents: LRUCache<string, DocumentNode>;
}

/** Properties, and types as some more: about 50 MB in all. */
const mostFields = 20_000;
const fieldsOfType = 20;
/** Characters of documents that a tenant's schema remembers. */
const documentsKept = {
  maxSize: 200_000,
  sizeCalculation: (_: DocumentNode, text: string) => text.length + 1,
};

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
    documents: new LRUCache<string, DocumentNode>(documentsKept),
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
