type Schema = Record<string, unknown>;

const maxDepth = 10;

/**
 * Fills in a JSON Schema without understanding it: texts are the beginning of what was asked, numbers the least that is
 * allowed, lists as short as they may be.
 * @param most characters: what would be longer is cut, and is no JSON then
 */
export function jsonOf(schema: Schema, asked: string, most: number): string {
  let text = '';
  /** @returns whether there is room for more */
  const add = (more: string): boolean => {
    text += more.slice(0, most + 1 - text.length);
    return text.length <= most;
  };
  const value = (one: Schema | boolean, depth: number): boolean => {
    if (typeof one !== 'object' || one === null) return add('null');
    if ('const' in one) return add(written(one.const));
    if (Array.isArray(one.enum)) return add(written(one.enum[0]));
    if ('default' in one) return add(written(one.default));
    const [type = 'properties' in one ? 'object' : 'string'] = [one.type].flat();
    if (type === 'object') return members(depth < maxDepth ? one.properties : {}, depth);
    if (type === 'array') return items(one, depth);
    if (type === 'integer' || type === 'number')
      return add(written(Math.ceil(Number(one.minimum ?? 0))));
    if (type === 'boolean') return add('false');
    if (type === 'null') return add('null');
    const longest = Math.min(Number(one.maxLength ?? 80), most);
    const shortest = Math.min(Number(one.minLength ?? 0), longest);
    return add(JSON.stringify(asked.slice(0, longest).padEnd(shortest, '.')));
  };
  const members = (properties: unknown, depth: number): boolean => {
    const all = Object.entries((properties ?? {}) as Record<string, Schema | boolean>);
    const isRoom = all.every(
      ([name, one], n) =>
        add(`${n > 0 ? ',' : '{'}${JSON.stringify(name)}:`) && value(one, depth + 1),
    );
    return isRoom && add(all.length > 0 ? '}' : '{}');
  };
  const items = (one: Schema, depth: number): boolean => {
    const least = Math.min(Number(one.minItems ?? 0), 100);
    const item = (one.items ?? {}) as Schema | boolean;
    if (!add('[')) return false;
    for (let n = 0; n < least; n++)
      if ((n > 0 && !add(',')) || !value(item, depth + 1)) return false;
    return add(']');
  };
  value(schema, 0);
  return text;
}

const written = (value: unknown): string => JSON.stringify(value) ?? 'null';
