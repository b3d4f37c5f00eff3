/** A value of CBOR (RFC 8949), as far as WebAuthn uses them. */
export type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<string | number, Cbor>;

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;

const ONE_BYTE = 24;
const TWO_BYTES = 25;
const FOUR_BYTES = 26;

function head(major: number, size: number): Buffer {
  const kind = major << 5;
  if (size < ONE_BYTE) return Buffer.from([kind | size]);
  if (size < 0x1_00) return Buffer.from([kind | ONE_BYTE, size]);
  if (size < 0x1_00_00) return Buffer.from([kind | TWO_BYTES, size >> 8, size & 0xff]);
  const long = Buffer.from([kind | FOUR_BYTES, 0, 0, 0, 0]);
  long.writeUInt32BE(size, 1);
  return long;
}

export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(TEXT, text.length), text]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(BYTES, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([
      head(MAP, value.size),
      ...[...value].flatMap(([key, item]: [Cbor, Cbor]) => [encodeCbor(key), encodeCbor(item)]),
    ]);
  const items = value as readonly Cbor[];
  return Buffer.concat([head(ARRAY, items.length), ...items.map(encodeCbor)]);
}
