/** The definition that a tenant's schema is made from: app.graphql_definition. */
export interface Definition {
  types: ObjectTypeDefinition[];
  associations: AssociationDefinition[];
}

export interface ObjectTypeDefinition {
  id: string;
  name: string;
  display_name: string | null;
  /** By name: app.property_definition. */
  properties: Record<string, PropertyDefinition>;
}

export interface PropertyDefinition {
  id: string;
  type: string;
  enum?: string[];
}

/** The rules of an association's name; null is any type. */
export interface AssociationDefinition {
  name: string;
  inverse_name: string | null;
  from: string | null;
  to: string | null;
}
