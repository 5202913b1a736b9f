import { LRUCache } from 'lru-cache';

/** How long an answer may be shown again. */
const shownMs = 5_000;
/** Callers whose answers of one widget are offered to the database as known. */
const mostKeys = 20;

/** Answers of one dashboard that may be shown again: which keys there are of each widget, and the data under each. */
export interface Held {
  keys: Record<string, string[]>;
  /** By widget and key. */
  data: Map<string, string>;
}

export const placeOf = (widget: string, key: string): string => `${widget} ${key}`;

/** Data of widgets that were answered a moment ago, in 30 MB. app.question_key decides which of them fits a caller. */
export class Shown {
  private readonly data = new LRUCache<string, string>({
    maxSize: 30_000_000,
    ttl: shownMs,
    sizeCalculation: (text, place) => text.length + place.length,
    dispose: (_, place) => this.forget(place),
  });
  /** Places in `data` by dashboard. */
  private readonly places = new Map<string, Set<string>>();

  of(dashboard: string): Held {
    const held: Held = { keys: {}, data: new Map() };
    for (const whole of this.places.get(dashboard) ?? []) {
      const text = this.data.get(whole);
      if (text === undefined) continue;
      const place = whole.slice(dashboard.length + 1);
      const [widget = '', key = ''] = place.split(' ');
      const keys = held.keys[widget] ?? [];
      held.keys[widget] = keys;
      if (keys.length === mostKeys) continue;
      keys.push(key);
      held.data.set(place, text);
    }
    return held;
  }

  keep(dashboard: string, place: string, text: string): void {
    const whole = `${dashboard} ${place}`;
    this.data.set(whole, text);
    if (!this.data.has(whole)) return;
    const places = this.places.get(dashboard) ?? new Set();
    this.places.set(dashboard, places.add(whole));
  }

  private forget(whole: string): void {
    const [dashboard = ''] = whole.split(' ', 1);
    const places = this.places.get(dashboard);
    places?.delete(whole);
    if (places?.size === 0) this.places.delete(dashboard);
  }
}
