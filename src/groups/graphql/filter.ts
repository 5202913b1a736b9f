/**
 * Returns a filter as a list of conditions that must all hold. It may mix what routes take one at a time: properties, `and`,
 * `or`, `not`, `association`. Anything that it cannot read is left to the database, which refuses it and names the
 * place.
 */
export function conditionsOf(filter: unknown): unknown[] {
  if (Array.isArray(filter)) return filter.flatMap(conditionsOf);
  if (!isMap(filter) || 'operator' in filter || 'op' in filter) return [filter];
  return Object.entries(filter).flatMap(([name, value]) => {
    switch (name) {
      case 'and':
      case 'or':
        return { [name]: Array.isArray(value) ? value.map(nodeOf) : value };
      case 'not':
        return { not: nodeOf(value) };
      case 'association':
        return { association: withConditions(value) };
      default:
        return leavesOf(name, value);
    }
  });
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One node: a list is one whose conditions must all hold. */
function nodeOf(filter: unknown): unknown {
  const conditions = conditionsOf(filter);
  return conditions.length === 1 ? conditions[0] : conditions;
}

const withConditions = (association: unknown): unknown =>
  isMap(association) && 'filters' in association
    ? { ...association, filters: conditionsOf(association.filters) }
    : association;

/** `{gte: 1, lt: 5}` are two conditions; `{"$now": "-1 day"}`, as every other value, is one that is to be equal. */
function leavesOf(property: string, value: unknown): unknown[] {
  const operators = isMap(value) ? Object.entries(value) : [];
  const isValue = operators.length === 0 || operators.some(([name]) => name.startsWith('$'));
  return isValue
    ? [{ property, operator: 'eq', value }]
    : operators.map(([operator, of]) => ({ property, operator, value: of }));
}
