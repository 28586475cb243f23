export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** @throws SyntaxError unless the text is pairs of lower-case hexadecimal digits. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[\da-f]{2})*$/.test(text)) throw new SyntaxError('expected hexadecimal digits');
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
