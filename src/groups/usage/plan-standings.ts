import { repeatUntilDone } from '../../tools/lanes/repeat.ts';

/** Tells the admins of a tenant when 80 or 100 per cent of a limit of its plan are used. */
export const planStandings = repeatUntilDone('plan_standings_tell');
