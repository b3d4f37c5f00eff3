import * as z from 'zod';
import { settings } from './config.ts';

/** Settings whose values are never shown or logged. */
const SECRET = /URL$|SECRET|TOKEN|KEY_ID|CLIENT_ID/;

/** One line for each setting: its name, its current value (secrets hidden) and its purpose. */
export function explainConfig(environment: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(settings.shape)
    .map(([name, setting]) => {
      const given = environment[name];
      const standard = setting.safeParse(undefined);
      const now =
        given !== undefined && given !== ''
          ? SECRET.test(name)
            ? '(set)'
            : given
          : standard.success
            ? `${writtenDefault(standard.data)} (as installed)`
            : '(must be set)';
      return `${name} = ${now}\n    ${describe(setting)}`;
    })
    .join('\n');
}

const writtenDefault = (value: unknown): string =>
  value === true ? 'on' : value === false ? 'off' : value === '' ? '(empty)' : String(value);

const describe = (setting: z.ZodType): string =>
  setting.description ?? (setting instanceof z.ZodPipe ? ((setting.in as z.ZodType).description ?? '') : '');
