import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { PlatformScope } from '../../../operations/route-caller.ts';

/** The scope of each view, by the name of its type: that of the route that shows the same. */
const scopeOfView: Record<string, PlatformScope> = {
  Tenant: 'tenants:read',
  ApiKey: 'tenants:read',
  Usage: 'tenants:read',
  Plan: 'owner:read',
  Job: 'infra:read',
  DeadLetter: 'infra:read',
  JournalEntry: 'audit',
};

/** Types that show nothing of a view themselves. */
const ofNone = new Set(['Query', 'PageInfo']);

/** `TenantConnection` and `TenantEdge` show tenants. A view that is not in the list needs everything. */
export function scopeOfType(name: string): PlatformScope | undefined {
  if (ofNone.has(name) || name.startsWith('__')) return undefined;
  const view = name.replace(/(Connection|Edge)$/, '').replace(/ies$/, 'y');
  return scopeOfView[view] ?? scopeOfView[view.replace(/s$/, '')] ?? '*';
}

/** The scopes that the fields of a query need, however deep they are: a tenant leads to its journal. */
export function scopesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Set<PlatformScope> {
  const needed = new Set<PlatformScope>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      enter(node) {
        if (node.kind === Kind.OPERATION_DEFINITION && node !== operation) return false;
        const type = node.kind === Kind.FIELD ? getNamedType(types.getType()) : undefined;
        const scope = isObjectType(type) ? scopeOfType(type.name) : undefined;
        if (scope) needed.add(scope);
        return undefined;
      },
    }),
  );
  return needed;
}
