/** The first that an agent names wins: browsers also name those that they resemble. */
const BROWSERS = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone or iPad', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS/],
  ['Linux', /Linux/],
] as const;

type Names = readonly (readonly [string, RegExp])[];
const nameIn = (names: Names, agent: string) => names.find(([, pattern]) => pattern.test(agent))?.[0];

/** Browser and system of an agent, without versions, because an update makes no new device. */
export const deviceOf = (agent: string): string =>
  `${nameIn(BROWSERS, agent) ?? 'Another program'} on ${nameIn(SYSTEMS, agent) ?? 'another system'}`;
