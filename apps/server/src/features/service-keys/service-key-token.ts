import { newToken } from '../../infra/crypto/token.ts';

const TOKEN = /^hk_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;

/** Returns `hk_<id without dashes>_<256 random bits in base64url>`. The id allows a constant-time comparison. */
export function newServiceKeyToken(id: string): string {
  return `hk_${id.replaceAll('-', '')}_${newToken()}`;
}

/** Returns 32 hexadecimal digits if the text has the form of a service key. */
export function serviceKeyIdOf(text: string): string | undefined {
  return TOKEN.exec(text)?.[1];
}
