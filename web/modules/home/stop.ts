import type { QueueRow } from '#contract/home/queue.ts';

export const isSaleRow = ({ side }: QueueRow): boolean => side === 'sell';

const MAP = 'https://www.google.com/maps/search/?api=1&query=';

/** The address of a stop on a map: by its place if it is known, otherwise by its written address; null without both. */
export function mapAddress({
  latitude,
  longitude,
  address,
}: Pick<NonNullable<QueueRow['stop']>, 'latitude' | 'longitude' | 'address'>): string | null {
  const place = latitude !== '' && longitude !== '' ? `${latitude},${longitude}` : address.trim();
  return place === '' ? null : `${MAP}${encodeURIComponent(place)}`;
}
