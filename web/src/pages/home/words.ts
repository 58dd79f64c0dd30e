/** Words for what the server names shortly: options, their values, levels of bots. */
import * as m from "$messages";

const OPTIONS: Record<string, () => string> = {
  city: m.home_option_city,
  length: m.home_option_length,
  first: m.home_option_first,
  game: m.home_option_game,
  building: m.home_option_building,
  cards: m.home_option_cards,
  gnome: m.home_option_gnome,
  strength: m.home_option_strength,
  die: m.home_option_die,
  version: m.home_option_version,
  park: m.home_option_park,
  reroll: m.home_option_reroll,
  colours: m.home_option_colours,
};

const HELP: Record<string, () => string> = {
  city: m.home_help_city,
  length: m.home_help_length,
  first: m.home_help_first,
  game: m.home_help_game,
  building: m.home_help_building,
  cards: m.home_help_cards,
  gnome: m.home_help_gnome,
  die: m.home_help_die,
  version: m.home_help_version,
  park: m.home_help_park,
  reroll: m.home_help_reroll,
  colours: m.home_help_colours,
};

const VALUES: Record<string, () => string> = {
  new_york: m.home_value_new_york,
  rio_de_janeiro: m.home_value_rio_de_janeiro,
  sydney: m.home_value_sydney,
  venice: m.home_value_venice,
  barcelona: m.home_value_barcelona,
  lisbon: m.home_value_lisbon,
  mexico_city: m.home_value_mexico_city,
  buenos_aires: m.home_value_buenos_aires,
  random: m.home_value_random,
  normal: m.home_value_normal,
  long: m.home_value_long,
  easy: m.home_value_easy,
  together: m.home_value_together,
  gnome: m.home_value_gnome,
  imposed: m.home_value_imposed,
  imaginary: m.home_value_imaginary,
  drawn: m.home_value_drawn,
  picked: m.home_value_picked,
  standard: m.home_value_standard,
  balanced: m.home_value_balanced,
  usual: m.home_value_usual,
  free: m.home_value_free,
  later: m.home_value_later,
  now: m.home_value_now,
  chosen: m.home_value_chosen,
  kept: m.home_value_kept,
  calm: m.home_value_calm,
  book: m.home_value_book,
  furious: m.home_value_furious,
  blue: m.home_value_blue,
  green: m.home_value_green,
  yellow: m.home_value_yellow,
  red: m.home_value_red,
};

const LEVELS: Record<string, () => string> = {
  random: m.home_level_random,
  greedy: m.home_level_greedy,
  gentle: m.home_level_gentle,
  steady: m.home_level_steady,
  expert: m.home_level_expert,
};

const MEANINGS: Record<string, () => string> = {
  gentle: m.home_level_gentle_means,
  steady: m.home_level_steady_means,
  expert: m.home_level_expert_means,
};

/** Values that are chosen by what they mean, with their option. */
const VALUE_MEANINGS: Record<string, () => string> = {
  "strength:calm": m.home_means_calm,
  "strength:book": m.home_means_book,
  "strength:furious": m.home_means_furious,
};

/** new_york: New York */
export function readable(name: string): string {
  return name.replace(
    /(^|[_ ])(\p{L})/gu,
    (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase(),
  );
}

export const optionName = (name: string): string => OPTIONS[name]?.() ?? readable(name);
export const optionHelp = (name: string): string => HELP[name]?.() ?? "";
export const valueMeans = (option: string, value: string): string =>
  VALUE_MEANINGS[`${option}:${value}`]?.() ?? "";
export const levelMeans = (name: string): string => MEANINGS[name]?.() ?? "";
export const levelName = (name: string): string => LEVELS[name]?.() ?? readable(name);

/** What a table plays with: "Houses: as on the cards", or "The gnome is calm" where the name leaves a gap. */
export function optionIs(name: string, value: string): string {
  const [option, said] = [optionName(name), valueName(value)];
  return option.includes("…") ? option.replace("…", ` ${said}`) : m.home_option_is({ option, value: said });
}

export function valueName(value: string): string {
  if (/^[A-F]$/.test(value)) return m.home_seat({ letter: value });
  const words = value.split("-").map((word) => VALUES[word]?.() ?? readable(word));
  return words.join(", ");
}
