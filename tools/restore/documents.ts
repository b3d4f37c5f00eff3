import { readConfig } from '#server/platform/config.ts';
import { storePlace } from '#server/platform/files/open.ts';
import { becomeStoreOwner, copyMissing, openBoth, replaceDamaged } from '#tools/backup/objects.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Brings documents back from their copy, also while Bureau runs: an object is named by its bytes and never changes. */
export async function restoreDocuments(
  environment: Environment,
  isDeep: boolean,
  say: (line: string) => void,
): Promise<void> {
  const config = readConfig(environment);
  await becomeStoreOwner(config);
  const { store, copy } = await openBoth(environment);
  const { copied } = await copyMissing(copy, store);
  say(`${copied} missing documents came back from their copy to ${storePlace(config)}.`);
  if (isDeep) say(`${await replaceDamaged(copy, store)} damaged documents were replaced from their copy.`);
}
