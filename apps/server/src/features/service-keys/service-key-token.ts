import { newToken } from '../../infra/crypto/token.ts';

const TOKEN = /^hk_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;

/**
 * A whole service key, `hk_<id without dashes>_<256 random bits in base64url>`. The id finds its row, so that
 * the secret is compared in constant time rather than looked up.
 */
export function newServiceKeyToken(id: string): string {
  return `hk_${id.replaceAll('-', '')}_${newToken()}`;
}

/** The id in a text that has the form of a service key, 32 hexadecimal digits. */
export function serviceKeyIdOf(text: string): string | undefined {
  return TOKEN.exec(text)?.[1];
}
