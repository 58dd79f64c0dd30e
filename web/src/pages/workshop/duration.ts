/** A time in words, no more exact than anybody needs. */
import * as m from "$messages";

export function duration(seconds: number): string {
  if (seconds < 5) return m.ws_time_moment();
  if (seconds < 90) return m.ws_time_seconds({ count: Math.round(seconds / 5) * 5 });
  if (seconds < 5400) return m.ws_time_minutes({ count: Math.round(seconds / 60) });
  return m.ws_time_hours({ count: Math.round(seconds / 3600) });
}
