import { type ChartKind, drawChart } from '../../charts/picture.ts';
import type { ReportAnswer } from './answer.ts';

/** What is known of a saved report beside its answer. */
export interface AnsweredReport {
  name: string;
  type: string;
  /** Its config_json. */
  question: { metrics?: unknown[] };
  answer: ReportAnswer;
}

/** The charts of the types that have one. */
const kinds: Record<string, ChartKind | undefined> = {
  summary: 'bar',
  timeseries: 'line',
  pivot: 'bar',
  funnel: 'funnel',
};
const size = { width: 640, height: 320 };

/**
 * Draws the figures of a report as SVG.
 * @returns undefined for one that only a table shows: objects, SQL, figures of all objects together
 */
export function pictureOf({ type, question, answer }: AnsweredReport): string | undefined {
  const kind = kinds[type];
  const names = answer.columns.map(({ name }) => name);
  const figures = type === 'funnel' ? 1 : (question.metrics?.length ?? 1);
  const dimensions = names.slice(0, names.length - figures);
  if (!kind || dimensions.length === 0 || answer.rows.length === 0) return undefined;
  const measures = names.slice(dimensions.length);
  return drawChart(kind, { rows: answer.rows, dimensions, measures }, { ...size, isDark: false });
}
