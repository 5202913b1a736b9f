import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
} from 'graphql';
import type { Asker } from './asker.ts';
import type { AssociationDefinition, ObjectTypeDefinition } from './definition.ts';
import { fieldName, Names, singular, typeName } from './names.ts';
import { linkConnection, type PageArgs } from './pages.ts';
import { counts, PageInfo } from './records.ts';
import { Json, scalars, shownAs } from './scalars.ts';
import { selected } from './selection.ts';
import type { Linking, ObjectRecord } from './steps.ts';

/** Objects per page by default, of a list and of each object's associations. */
export const pageSizes = { list: 20, links: 10 };

export const pageArgs = (first: number) => ({
  first: { type: GraphQLInt, defaultValue: first, description: '1 to 100' },
  after: { type: GraphQLString, description: '`endCursor` of the page before' },
});

const required = new GraphQLNonNull(GraphQLString);

/** Fields that every object has besides its properties. */
const systemFields = {
  id: { type: new GraphQLNonNull(GraphQLID) },
  object_type_id: { type: required },
  created_at: { type: scalars.dateTime },
  updated_at: { type: scalars.dateTime },
  created_by: { type: GraphQLString, description: 'A user; null for a key' },
  version: { type: new GraphQLNonNull(GraphQLInt) },
  properties: { type: Json, description: 'All properties by their own names, typed or not' },
};

export const ObjectInterface = new GraphQLInterfaceType({
  name: 'Object',
  description: 'An object of any type',
  fields: systemFields,
  resolveType: ({ object_type_id }: ObjectRecord, _, { schema }) =>
    (schema.extensions.typeNames as Map<string, string>).get(object_type_id),
});

const Direction = new GraphQLEnumType({
  name: 'Direction',
  values: { outgoing: {}, incoming: {}, both: {} },
});

const connectionOf = (
  name: string,
  node: GraphQLObjectType | GraphQLInterfaceType,
  edge: GraphQLFieldConfigMap<unknown, Asker>,
) =>
  new GraphQLObjectType({
    name: `${name}Connection`,
    fields: () => ({
      nodes: { type: listOf(node) },
      edges: {
        type: listOf(
          new GraphQLObjectType({
            name: `${name}Edge`,
            fields: { cursor: { type: GraphQLString }, node: { type: node }, ...edge },
          }),
        ),
      },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      ...counts,
    }),
  });

export const listOf = (type: GraphQLObjectType | GraphQLInterfaceType) =>
  new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

const linkFields = {
  id: { type: required, description: 'Of the association' },
  association_type: { type: required },
  direction: { type: new GraphQLNonNull(Direction) },
  meta: { type: Json },
  created_at: { type: scalars.dateTime },
  updated_at: { type: scalars.dateTime },
};

/** Objects that others are associated with. */
const linksTo = (name: string, node: GraphQLObjectType | GraphQLInterfaceType) =>
  connectionOf(`${name}Link`, node, linkFields);

/** The types of one object type in a schema. */
export interface ObjectTypes {
  definition: ObjectTypeDefinition;
  object: GraphQLObjectType<ObjectRecord, Asker>;
  connection: GraphQLObjectType;
  /** Of the fields of the query. */
  listField: string;
  getField: string;
}

/** Makes the types of all object types of a tenant. @param names of types and of the query's fields that are given */
export function objectTypes(
  definitions: ObjectTypeDefinition[],
  associations: AssociationDefinition[],
  names: { types: Names; fields: Names },
): ObjectTypes[] {
  const linkTypes = new Map<string | null, GraphQLObjectType>();
  const made = new Map<string, ObjectTypes>();
  const linksOf = (id: string | null): GraphQLObjectType => {
    let type = linkTypes.get(id);
    if (!type) {
      const target = id === null ? undefined : made.get(id)?.object;
      type = linksTo(target?.name ?? 'Object', target ?? ObjectInterface);
      linkTypes.set(id, type);
    }
    return type;
  };
  for (const definition of definitions) {
    const name = takeTypeName(names.types, typeName(singular(definition.name)));
    const object: ObjectTypes['object'] = new GraphQLObjectType({
      name,
      description: definition.display_name ?? definition.name,
      interfaces: [ObjectInterface],
      fields: () => fieldsOf(definition, associations, linksOf),
    });
    made.set(definition.id, {
      definition,
      object,
      connection: connectionOf(name, object, {}),
      listField: names.fields.take(fieldName(definition.name)),
      getField: '',
    });
  }
  // A name that a type has for its list is not another one's for one of its objects.
  for (const types of made.values()) {
    const { name } = types.definition;
    const one = singular(name);
    types.getField = names.fields.take(fieldName(one === name ? `${name}_by_id` : one));
  }
  return [...made.values()];
}

/** Takes a name for which the names of connections, edges and events are also free. */
function takeTypeName(names: Names, wanted: string): string {
  const name = names.take(wanted);
  for (const suffix of ['Connection', 'Edge', 'LinkConnection', 'LinkEdge', 'Event'])
    names.take(name + suffix);
  return name;
}

type Fields = GraphQLFieldConfigMap<ObjectRecord, Asker>;

function fieldsOf(
  { id, properties }: ObjectTypeDefinition,
  associations: AssociationDefinition[],
  linksOf: (id: string | null) => GraphQLObjectType,
): Fields {
  const names = new Names([...Object.keys(systemFields), 'associations']);
  const fields: Fields = { ...systemFields };
  const oldestFirst = Object.entries(properties).toSorted(([, a], [, b]) => (a.id < b.id ? -1 : 1));
  for (const [property, { type, enum: values }] of oldestFirst) {
    const shown = shownAs(type);
    fields[names.take(fieldName(property))] = {
      type: shown.type,
      description: values ? `One of: ${values.slice(0, 20).join(', ')}` : property,
      resolve: ({ properties: own }) => {
        const value = Object.hasOwn(own, property) ? own[property] : undefined;
        if (value === undefined || !shown.fits(value)) return null;
        return shown.read ? shown.read(value) : value;
      },
    };
  }
  for (const { name, inverse_name, from, to } of associations) {
    if (from === null || from === id)
      fields[names.take(fieldName(name))] = linkField(id, name, 'outgoing', linksOf(to));
    if (to === null || to === id)
      fields[names.take(fieldName(inverse_name ?? `${name}_of`))] = linkField(
        id,
        name,
        'incoming',
        linksOf(from),
      );
  }
  fields.associations = anyLinks(id, linksOf(null));
  return fields;
}

type LinkArgs = PageArgs & { name?: string | null; direction?: Linking['direction'] };

const linkField = (
  type: string,
  name: string,
  direction: 'outgoing' | 'incoming',
  links: GraphQLObjectType,
): GraphQLFieldConfig<ObjectRecord, Asker> => ({
  type: links,
  description: `Objects at the other end of ${direction} associations "${name}", the newest first`,
  args: pageArgs(pageSizes.links),
  resolve: (object, args: LinkArgs, asker, info) =>
    resolveLinks(object, { type, name, direction }, args, asker, info),
});

const anyLinks = (
  type: string,
  links: GraphQLObjectType,
): GraphQLFieldConfig<ObjectRecord, Asker> => ({
  type: links,
  description: 'Objects at the other end of associations of any name, or of one',
  args: {
    name: { type: GraphQLString },
    direction: { type: Direction, defaultValue: 'both' },
    ...pageArgs(pageSizes.links),
  },
  resolve: (object, args: LinkArgs, asker, info) =>
    resolveLinks(
      object,
      { type, name: args.name ?? null, direction: args.direction ?? 'both' },
      args,
      asker,
      info,
    ),
});

async function resolveLinks(
  { id }: ObjectRecord,
  which: Pick<Linking, 'type' | 'name' | 'direction'>,
  { first, after }: LinkArgs,
  asker: Asker,
  info: GraphQLResolveInfo,
) {
  const wanted = selected(info);
  const linking = {
    ...which,
    first: first ?? pageSizes.links,
    after: after ?? null,
    isCounted: wanted.has('totalCount') || wanted.has('totalIsExact'),
    hasCursors: wanted.has('edges.cursor') || wanted.has('pageInfo.startCursor'),
  };
  const page = await asker.reads.links(info.fieldNodes, linking, id);
  return page && linkConnection(page, { after });
}
