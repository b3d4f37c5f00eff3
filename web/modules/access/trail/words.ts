/** The display form of names in the trail: `swift_code` is Swift code, `rights.COUNTRY.add` is its path. */
export function wordOf(name: string): string {
  return name.split('.').map(onePart).join(' › ');
}

function onePart(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Named {
  readonly record: string;
  readonly recordId: string;
  readonly name: string;
}

/** The display name of a record: its kind, its number, and its name if it has one. */
export const recordName = ({ record, recordId, name }: Named): string =>
  [`${wordOf(record)} ${recordId}`.trimEnd(), ...(name === '' ? [] : [name])].join(', ');
