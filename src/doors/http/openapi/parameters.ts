import type { z } from 'zod';
import {
  confirmQuery,
  countedQuery,
  offsetQuery,
  periodQuery,
} from '../../../ground/shapes/schemas.ts';
import {
  canBeTried,
  hasOwnAddress,
  mindsIfMatch,
  type Route,
  type RouteGroup,
} from '../../../operations/route.ts';
import { contentParameters } from './content.ts';
import { asUser, ifMatch, ifNoneMatch, type Named, tenantHints } from './named-parameters.ts';
import { pascal } from './names.ts';
import { safeParametersOf } from './safe-writes.ts';
import type { Json, Schemas } from './schemas.ts';

/** Fields of queries that groups share, with the names of their components. */
const sharedFields: Array<[field: z.ZodType, name: string]> = [
  [countedQuery.shape.limit, 'Limit'],
  [countedQuery.shape.cursor, 'Cursor'],
  [countedQuery.shape.count, 'Count'],
  [offsetQuery.shape.offset, 'Offset'],
  [confirmQuery.shape.force, 'Force'],
  [confirmQuery.shape.confirm_token, 'ConfirmToken'],
  [periodQuery.from, 'From'],
  [periodQuery.to, 'To'],
];

/** The parameters of operations; those that many have become components. */
export class Parameters {
  readonly named: Record<string, Json> = {};
  private readonly schemas: Schemas;
  /** The meanings of the parameters in paths. */
  private readonly meanings: Record<string, string>;
  private readonly shared: ReadonlyMap<z.ZodType | undefined, string>;

  constructor(schemas: Schemas, groups: Pick<RouteGroup, 'parameters' | 'queryFields'>[]) {
    this.schemas = schemas;
    this.meanings = Object.assign({}, ...groups.map(({ parameters }) => parameters));
    const ofGroups = groups.flatMap(({ queryFields = {} }) => Object.entries(queryFields));
    this.shared = new Map([
      ...sharedFields,
      ...ofGroups.map(([name, field]): [z.ZodType, string] => [field, name]),
    ]);
  }

  of(route: Route): Json[] {
    return [
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => this.ofPath(name)),
      ...this.ofQuery(route),
      ...versionParameters(route).map((one) => this.keep(one)),
      ...(route.sendsContent ? contentParameters.map((one) => this.keep(one)) : []),
      ...headersOf(route).map((one) => this.keep(one)),
      ...(canBeTried(route) ? safeParametersOf(route).map((one) => this.keep(one)) : []),
      ...(isData(route) ? [this.keep(asUser)] : []),
      ...(saysItsTenant(route) ? tenantHints.map((one) => this.keep(one)) : []),
    ];
  }

  /** @throws if another parameter has this name */
  private keep([name, parameter]: Named): Json {
    const known = this.named[name];
    if (known && JSON.stringify(known) !== JSON.stringify(parameter))
      throw new Error(`Two parameters are called ${name}`);
    this.named[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  }

  private ofPath(name: string): Json {
    return this.keep([
      pascal(name),
      {
        name,
        in: 'path',
        required: true,
        description: this.meanings[name] ?? name,
        schema: { type: 'string' },
      },
    ]);
  }

  private ofQuery(route: Route): Json[] {
    if (!route.query) return [];
    const schema = this.schemas.of(route.query, 'input') as {
      properties: Record<string, Json>;
      required?: string[];
    };
    const fields: Record<string, z.ZodType> = route.query.shape;
    return Object.entries(schema.properties)
      .filter(([name]) => !(name === 'tenant_id' && saysItsTenant(route)))
      .map(([name, { description, ...rest }]) => {
        const parameter = {
          name,
          in: 'query',
          required: schema.required?.includes(name) ?? false,
          description: description ?? name,
          schema: rest,
        };
        const shared = this.shared.get(fields[name]);
        return shared === undefined ? parameter : this.keep([shared, parameter]);
      });
  }
}

/** Whether an operation works with data: what users do, and what admins do as a user. */
const isData = ({ scope }: Route): boolean => scope === 'read' || scope === 'write';

/** Whether a request names its tenant, as those without a token do. */
const saysItsTenant = (route: Route): boolean => route.scope === 'public' && !hasOwnAddress(route);

function versionParameters(route: Route): Named[] {
  if (route.method === 'GET') return route.isVersioned ? [ifNoneMatch] : [];
  return mindsIfMatch(route) ? [ifMatch] : [];
}

/** Headers of its own: `TusResumableHeader`, so that none is taken for a parameter of a path. */
const headersOf = ({ takesHeaders = {} }: Route): Named[] =>
  Object.entries(takesHeaders).map(([name, description]) => [
    `${pascal(name)}Header`,
    { name, in: 'header', description, schema: { type: 'string' } },
  ]);
