/** Figures as people read them in their language. */
import { language } from "$lib/lang.svelte";

/** 0.262 as "26.2 %", or 71.2 as it is. `signed` shows a plus, too. */
export function shown(value: number, percent: boolean, signed = false): string {
  const digits = Math.abs(percent ? value * 100 : value) < 100 ? 1 : 0;
  return value.toLocaleString(language.now, {
    style: percent ? "percent" : "decimal",
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "auto",
  });
}

export const count = (value: number): string => value.toLocaleString(language.now);

/** Round steps for an axis, about `wanted` of them. */
export function ticks(low: number, high: number, wanted = 4): number[] {
  const rough = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9) * step;
  const found: number[] = [];
  for (let at = first; at <= high + step * 1e-6; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

/** Where a value lies between two others, 0 to 1. */
export const along = (value: number, low: number, high: number): number =>
  high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;

/** Counts of a histogram in at most so many bars of equal width. */
export function bars(counts: [number, number][], low: number, high: number, most: number): number[] {
  const width = Math.max(1, Math.ceil((high - low + 1) / most));
  const made = Array.from({ length: Math.ceil((high - low + 1) / width) }, () => 0);
  const all = counts.reduce((sum, [, games]) => sum + games, 0) || 1;
  for (const [value, games] of counts) made[Math.floor((value - low) / width)]! += games / all;
  return made;
}
