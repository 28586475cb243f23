import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Problem } from '../problem.ts';

const deriveArgon2 = promisify(argon2);

/** 57 ms on one core: stored with every hash, so that a change re-hashes at the next sign-in. */
const PARAMETERS = { memory: 64 * 1024, passes: 3, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;
const CURRENT_PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Each derivation holds 64 MiB: four at once, and a short queue before more are refused. */
const derivations = pLimit(4);
const WAITING_MAX = 32;

type Parameters = typeof PARAMETERS;

/**
 * Argon2id of a text.
 * @throws Problem `unavailable` while too many are waiting.
 */
export async function argon2id(
  text: string,
  salt: Uint8Array,
  parameters: Parameters = PARAMETERS,
): Promise<Buffer> {
  if (derivations.pendingCount >= WAITING_MAX) {
    throw new Problem('unavailable', 'Too many sign-ins at once. Please try again.', {
      retryAfterSeconds: 2,
    });
  }
  return await derivations(() => deriveArgon2('argon2id', { message: text, nonce: salt, ...parameters }));
}

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** A password's hash in the PHC string format, with its parameters and a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = newSalt();
  return `${CURRENT_PREFIX}${unpadded(salt)}$${unpadded(await argon2id(password, salt))}`;
}

/** Whether a password belongs to a stored hash, and whether that hash should be renewed. */
export async function checkPassword(
  password: string,
  storedHash: string,
): Promise<{ readonly correct: boolean; readonly outdated: boolean }> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(storedHash) ?? [];
  const expected = Buffer.from(hash, 'base64');
  if (expected.length === 0) throw new Error('a stored password hash has an unknown form');
  const actual = await argon2id(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return { correct: timingSafeEqual(actual, expected), outdated: !storedHash.startsWith(CURRENT_PREFIX) };
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
