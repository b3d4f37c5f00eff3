/** The names that the trail keeps, as people read them: `swift_code` is Swift code, `rights.COUNTRY.add` its path. */
export function wordOf(name: string): string {
  return name.split('.').map(onePart).join(' › ');
}

function onePart(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Named {
  readonly tr_record: string;
  readonly tr_recordid: string;
  readonly tr_name: string;
}

/** What a record is called: its kind, its number, and its name where it has one. */
export const recordName = ({ tr_record, tr_recordid, tr_name }: Named): string =>
  [`${wordOf(tr_record)} ${tr_recordid}`, ...(tr_name === '' ? [] : [tr_name])].join(', ');
