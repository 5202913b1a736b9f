import { z } from 'zod';
import { ReportQuestion, type reportType } from './shapes.ts';

const common = ['object_type_id', 'filters', 'query'] as const;
const grouped = [...common, 'metric', 'metrics', 'timezone', 'sort', 'order', 'limit'] as const;

type Field = keyof typeof ReportQuestion.shape;

export type ReportType = z.infer<typeof reportType>;

/** The fields of the question of each type of report, and those that it needs. */
const types: Record<ReportType, { fields: readonly Field[]; needs: readonly Field[] }> = {
  table: {
    fields: [...grouped, 'columns', 'group_by', 'interval'],
    needs: ['object_type_id'],
  },
  summary: {
    fields: [...grouped, 'group_by', 'interval', 'compare_to'],
    needs: ['object_type_id'],
  },
  timeseries: {
    fields: [...grouped, 'group_by', 'interval', 'compare_to'],
    needs: ['object_type_id', 'group_by', 'interval'],
  },
  pivot: {
    fields: [...grouped, 'rows', 'columns', 'interval'],
    needs: ['object_type_id', 'rows'],
  },
  funnel: {
    fields: [...common, 'steps'],
    needs: ['object_type_id', 'steps'],
  },
  sql: { fields: ['sql'], needs: ['sql'] },
};

/** A JSON Schema of what a type of report asks, to make a form of. */
export const configSchema = (type: ReportType): object => {
  const { fields, needs } = types[type];
  return { ...schemaOf(fields), required: needs };
};

const schemaOf = (fields: readonly Field[]): object =>
  z.toJSONSchema(
    z.object(Object.fromEntries(fields.map((field) => [field, ReportQuestion.shape[field]]))),
    { io: 'input', unrepresentable: 'any', reused: 'inline' },
  );
