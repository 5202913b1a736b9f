/** Why a widget shows nothing. */
export interface Fault {
  code: string;
  message: string;
}

/** The output of a widget. */
export type Finished = { id: string; data: object } | { id: string; error: Fault };

/** The answer of app.dashboard_part about a widget. */
export interface Part {
  id: string;
  /** Under which its data may be shown again. */
  key: string;
  data?: object;
  error?: Fault;
  /** The statement to ask for it. */
  sql?: string;
}

/** A widget of a shared dashboard, with what it shows. */
export type SharedWidget = {
  id: string;
  type: string;
  title: string;
  position_json: { x?: number; y?: number; w?: number; h?: number };
} & Finished;

export interface SharedDashboard {
  name: string;
  description: string | null;
  layout_json: object;
  branding: Record<string, string | null | undefined>;
  widgets: SharedWidget[];
}
