/** The most common passwords that would pass the policy, in lower case and without digits at the ends. */
const COMMON = new Set([
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'qwerty',
  'qwertyuiop',
  'welcome',
  'letmein',
  'admin',
  'administrator',
  'iloveyou',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'cricket',
  'india',
  'bharat',
  'mumbai',
  'delhi',
  'krishna',
  'ganesh',
  'abcd',
  'abcdef',
  'abcdefgh',
  'asdfgh',
  'asdfghjkl',
  'zxcvbnm',
  'changeme',
  'default',
  'secret',
  'summer',
  'winter',
  'monday',
  'master',
  'login',
  'hello',
  'test',
  'testing',
  'user',
  'bureau',
  'forex',
  'company',
]);

const LETTER = /[a-z]/;

export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const first = lower.search(LETTER);
  let end = lower.length;
  while (end > first && !LETTER.test(lower[end - 1] ?? '')) end -= 1;
  return first >= 0 && COMMON.has(lower.slice(first, end));
}
