import { ApiError } from '../../ground/errors.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export type Runtime = 'javascript' | 'expression' | 'sql';

/** Code as the engine takes it. An expression is the answer of a function, on the lines where it was. */
export const sourceOf = (runtime: Runtime, code: string): string =>
  runtime === 'expression' ? `export default (input, ctx) => (${code}\n)` : code;

/** Of JavaScript and expressions. @throws 400 that names the line, for what cannot be compiled or exports no function */
export async function checkCode(
  sandbox: Sandbox,
  tenant: string,
  runtime: Exclude<Runtime, 'sql'>,
  code: string,
): Promise<void> {
  const fault = await sandbox.check(tenant, sourceOf(runtime, code));
  if (fault) {
    const where = fault.line === null ? '' : `line ${fault.line}: `;
    throw ApiError.invalid('code', 'invalid_code', `cannot be compiled. ${where}${fault.message}`);
  }
  if (runtime === 'javascript' && !/\bexport\s+default\b|\bas\s+default\b/.test(code))
    throw ApiError.invalid(
      'code',
      'no_default_export',
      'must export a function: export default (input, ctx) => …',
    );
}
