import { Ajv, type ValidateFunction } from 'ajv';

/** The fault of a schema, or of the value that it was asked about. */
export interface Judged {
  schemaFault?: string;
  valueFault?: string;
}

/**
 * Compiles a JSON Schema, and tells whether a value matches it. Both may take for ever, so it runs where it can be
 * ended: see src/computing.
 */
export function judge({ schema, value }: { schema: object; value?: unknown }): Judged {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
    // A schema that refers to itself without an end fails on any value.
    validate(null);
  } catch (error) {
    const isEndless = error instanceof RangeError;
    const why = isEndless ? 'it refers to itself without an end' : (error as Error).message;
    return { schemaFault: `is not a JSON Schema: ${why.slice(0, 300)}` };
  }
  if (value === undefined) return {};
  try {
    if (validate(value)) return {};
  } catch {
    return { valueFault: 'it is nested too deeply' };
  }
  return { valueFault: ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: 'it' }) };
}
