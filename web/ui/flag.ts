/** The path of the flags in the build. */
declare const __FLAGS_PATH__: string;
/** The codes of the flags that one file holds together, so that a list of currencies makes one request for them. */
declare const __COMMON_FLAGS__: readonly string[];

/** The picture of a country's flag by its code of two letters; nothing for anything else. */
export function flagUrl(country: string): string | null {
  if (!/^[A-Z]{2}$/.test(country)) return null;
  const code = country.toLowerCase();
  return `${__FLAGS_PATH__}/${__COMMON_FLAGS__.includes(code) ? `common.svg#${code}` : `${code}.svg`}`;
}
