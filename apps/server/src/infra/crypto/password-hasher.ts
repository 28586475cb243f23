import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns } from '../turns.ts';

const deriveArgon2 = promisify(argon2);

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** One derivation takes 64 MiB, so only four run at once and the queue is short. */
const AT_ONCE_MAX = 4;
/** For networks from which the owner signed in before, so that strangers cannot fill their queue. */
const KNOWN_AT_ONCE_MAX = 2;
const WAITING_MAX = 32;

export interface HashingCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Takes 57 ms on one core. Stored with every hash, so that a change re-hashes at the next sign-in. */
const PRODUCT_COST: HashingCost = { memory: 64 * 1024, passes: 3, parallelism: 1 };

/** Hashes with Argon2id. Every function throws the Problem `unavailable` if the queue is full. */
export interface PasswordHasher {
  /** Returns the bare hash, for texts stored with a separate salt. */
  readonly derive: (text: string, salt: Uint8Array) => Promise<Buffer>;
  /** Returns the hash with cost and salt, in the PHC string format. */
  readonly hash: (password: string) => Promise<string>;
  /** Checks a password, and whether its hash has outdated parameters. */
  readonly check: (
    password: string,
    storedHash: string,
    lane?: Lane,
  ) => Promise<{ readonly correct: boolean; readonly outdated: boolean }>;
}

export type Lane = 'known' | 'other';

/** Create one per process: its limits bound the memory in use. Only tests pass a `cost`. */
export function createPasswordHasher(cost: HashingCost = PRODUCT_COST): PasswordHasher {
  const lane = (atOnce: number) =>
    createTurns({
      atOnce,
      waitingMax: WAITING_MAX,
      refusal: 'Too many sign-ins at once. Please try again.',
      retryAfterSeconds: 2,
    });
  const lanes = { known: lane(KNOWN_AT_ONCE_MAX), other: lane(AT_ONCE_MAX) };
  const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;

  async function argon2id(
    message: string,
    nonce: Uint8Array,
    parameters: HashingCost & { readonly tagLength: number },
    lane: Lane = 'other',
  ): Promise<Buffer> {
    return await lanes[lane](() => deriveArgon2('argon2id', { message, nonce, ...parameters }));
  }

  const derive = async (text: string, salt: Uint8Array) =>
    await argon2id(text, salt, { ...cost, tagLength: HASH_BYTES });

  return {
    derive,

    async hash(password) {
      const salt = newSalt();
      return `${prefix}${unpadded(salt)}$${unpadded(await derive(password, salt))}`;
    },

    async check(password, storedHash, lane) {
      const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(storedHash) ?? [];
      const expected = Buffer.from(hash, 'base64');
      if (expected.length === 0) throw new Error('a stored password hash has an unknown form');
      const parameters = {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length,
      };
      const actual = await argon2id(password, Buffer.from(salt, 'base64'), parameters, lane);
      return { correct: timingSafeEqual(actual, expected), outdated: !storedHash.startsWith(prefix) };
    },
  };
}

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
