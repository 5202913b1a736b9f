import { DatabaseError } from 'pg';
import { ApiError } from '../../ground/errors.ts';
import { sqlError } from './statement.ts';

/** Errors that the caller can mend: syntax, types, values, names, unsupported features, limits of a statement. */
const callersOwn = /^(0A|21|22|2201|23|26|39|3F|42|44|53400|54|P0)/;

/** Where the caller's text stands in what was run, in characters. */
interface Place {
  before: number;
  start: number;
  length: number;
}

const maxShown = 1_000;

/**
 * Turns an error of a statement into an error for the caller. It includes PostgreSQL's message: the login sees no row
 * but the tenant's, and what policies hide is sorted out before anything of the statement is evaluated.
 */
export function failureOf(error: unknown, { before, start, length }: Place): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { code = '', message, position, hint } = error;
  if (code === '57014') {
    const late = new ApiError(
      'TIMEOUT',
      'The statement took longer than the 5 seconds it is allowed. Narrow it by a condition on an indexed property.',
    );
    late.cause = error;
    return late;
  }
  if (code === '53200')
    return new ApiError('SQL_ERROR', 'The statement needs more memory than it is allowed.');
  if (code === '42501' || code.startsWith('25')) return new ApiError('FORBIDDEN', `${message}.`);
  if (!callersOwn.test(code)) return error;
  const own = position === undefined ? undefined : Number(position) - 1 - before;
  const isOwn = own !== undefined && own >= 0 && own <= length;
  // It may repeat a value of any length.
  const shown = message.length > maxShown ? `${message.slice(0, maxShown)}…` : message;
  return sqlError(shown, isOwn ? own + start : undefined, hint ? { hint } : {});
}
