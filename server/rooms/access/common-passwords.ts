/** The commonest passwords that would pass the policy, by their small letters and without digits at the ends. */
const COMMON = new Set([
  'password', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'qwerty', 'qwertyuiop', 'welcome', 'letmein', 'admin', 'administrator',
  'iloveyou', 'monkey', 'dragon', 'sunshine', 'princess', 'football', 'cricket', 'india', 'bharat', 'mumbai', 'delhi',
  'krishna', 'ganesh', 'abcd', 'abcdef', 'abcdefgh', 'asdfgh', 'asdfghjkl', 'zxcvbnm', 'changeme', 'default', 'secret',
  'summer', 'winter', 'monday', 'master', 'login', 'hello', 'test', 'testing', 'user', 'bureau', 'forex', 'company',
]);

export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password.toLowerCase().replace(/^[\d\W_]+|[\d\W_]+$/g, ''));
