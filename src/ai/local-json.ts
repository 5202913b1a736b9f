type Schema = Record<string, unknown>;

const maxDepth = 10;

/**
 * Fills in a JSON Schema without understanding it: texts are the beginning of what was asked, numbers the least that is
 * allowed, lists as short as they may be.
 */
export function jsonOf(schema: Schema, asked: string, depth = 0): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('default' in schema) return schema.default;
  const [type = 'object' in schema || 'properties' in schema ? 'object' : 'string'] = [
    schema.type,
  ].flat();
  switch (type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      if (depth >= maxDepth) return {};
      return Object.fromEntries(
        properties.map(([name, one]) => [name, jsonOf(one, asked, depth + 1)]),
      );
    }
    case 'array': {
      const least = Math.min(Number(schema.minItems ?? 0), 100);
      const item = (schema.items ?? {}) as Schema;
      return Array.from({ length: least }, () => jsonOf(item, asked, depth + 1));
    }
    case 'integer':
    case 'number':
      return Math.ceil(Number(schema.minimum ?? 0));
    case 'boolean':
      return false;
    case 'null':
      return null;
    default: {
      const most = Number(schema.maxLength ?? 80);
      return asked.slice(0, most).padEnd(Math.min(Number(schema.minLength ?? 0), most), '.');
    }
  }
}
