import { z } from 'zod';
import { createdBy, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { Question, QuestionAnswer } from './question-shapes.ts';

const widgetType = z.enum([
  'metric',
  'line',
  'bar',
  'area',
  'pie',
  'table',
  'list',
  'text',
  'funnel',
]);

/** In columns of a grid of 12, and rows of it. */
const position = z
  .object({
    x: z.number().int().min(0).max(11).optional(),
    y: z.number().int().min(0).max(1000).optional(),
    w: z.number().int().min(1).max(12).optional(),
    h: z.number().int().min(1).max(50).optional(),
  })
  .meta({ description: 'Its place in a grid of 12 columns' });

const title = z.string().max(200);

export const Widget = z
  .object({
    id: z.string(),
    dashboard_id: z.string(),
    type: widgetType,
    title,
    config_json: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The config as sent, with the id of the object type' }),
    position_json: z.record(z.string(), z.number()),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Widget' });

export const widgetBody = z.object({
  type: widgetType,
  title: title.optional(),
  config_json: Question.optional(),
  position_json: position.optional(),
});

export const Dashboard = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    layout_json: z.record(z.string(), z.unknown()),
    is_public: z.boolean(),
    share_token: z
      .string()
      .nullable()
      .meta({ description: 'Opens /d/:share_token while the dashboard is public' }),
    widgets: z.array(Widget),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Dashboard' });

const settings = z.object({
  name: z.string().min(1).max(200),
  description: z.string().max(2000).nullable().optional(),
  layout_json: openMap.optional().meta({
    type: 'object',
    additionalProperties: true,
    description: 'Layout data of the application, stored as sent',
  }),
  is_public: z.boolean().optional().meta({
    description: 'Anyone with the share token sees what you may see, as long as you may see it',
  }),
});
export const dashboardBody = settings;
export const dashboardChanges = settings.partial();

/** The output of a widget, or the reason why there is none. */
const shown = {
  data: QuestionAnswer.optional(),
  error: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .meta({ description: 'Instead of data' }),
};

export const WidgetData = z.object({ id: z.string(), ...shown }).meta({ id: 'WidgetData' });
export const DashboardData = z
  .object({ widgets: z.array(WidgetData) })
  .meta({ id: 'DashboardData' });

export const SharedDashboard = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    layout_json: z.record(z.string(), z.unknown()),
    branding: z.record(z.string(), z.unknown()),
    widgets: z.array(
      z.object({
        id: z.string(),
        type: widgetType,
        title,
        position_json: z.record(z.string(), z.number()),
        ...shown,
      }),
    ),
  })
  .meta({ id: 'SharedDashboard' });
