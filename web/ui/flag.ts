/** Where the build has put the flags. */
declare const __FLAGS_PATH__: string;

/** The picture of a country's flag by its code of two letters; nothing for anything else. */
export const flagUrl = (country: string): string | null =>
  /^[A-Z]{2}$/.test(country) ? `${__FLAGS_PATH__}/${country.toLowerCase()}.svg` : null;
