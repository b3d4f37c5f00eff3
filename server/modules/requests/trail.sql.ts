/** A request in the form of its trail entry. The trail masks PAN, ID and account numbers
 * (server/migrations/0004_platform_trail_contents.sql). */
export const trailed = (request: string): string =>
  `(to_jsonb(${request}) - 'first_hash' - 'first_warnings' - 'warnings' - 'makers')`;
