import { CronExpressionParser } from 'cron-parser';

/**
 * When a cron expression fires next after a moment, by the clock of a time zone. Where clocks go forward, what falls
 * into the gap fires when it ends; where they go back, an hour that comes twice fires once.
 * @throws Error that says what is wrong with the expression or the time zone
 */
export function nextFiring(expression: string, timezone: string, after: Date): Date {
  return CronExpressionParser.parse(expression, { tz: timezone, currentDate: after })
    .next()
    .toDate();
}
