#!/usr/bin/env node
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/**
 * Checks an audit log export (JSON Lines) with only this file and Node.js: hashes, positions and the seal. In a full
 * export, it also finds missing entries, except those removed by retention. Follows docs/decisions/0009 and shares no code
 * with the product, so that it cannot share its mistakes.
 *
 * node verify-audit-export.mjs FILE --key PUBLIC_KEY
 *
 * `npm run admin -- audit key` prints the key. Without it, only the file's consistency is checked.
 */

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

class Refused extends Error {}

/** @param {...(string | Buffer)} parts */
function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const leafOf = (/** @type {Buffer} */ hash) => sha256(Buffer.of(0), hash);
const nodeOf = (/** @type {Buffer} */ left, /** @type {Buffer} */ right) => sha256(Buffer.of(1), left, right);

/** @param {unknown} value @returns {string} */
function canonical(value) {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Refused('contains a fraction');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** @param {unknown} text */
function bytes(text) {
  if (typeof text !== 'string' || !/^(?:[\da-f]{2})+$/.test(text)) throw new Refused('lacks a hash');
  return Buffer.from(text, 'hex');
}

/**
 * Computes the root above a leaf (RFC 9162, section 2.1.3.2).
 * @param {Buffer} leaf @param {number} index @param {number} size @param {Buffer[]} path
 */
function rootAbove(leaf, index, size, path) {
  let [place, last, root] = [BigInt(index), BigInt(size - 1), leaf];
  for (const beside of path) {
    if (last === 0n) throw new Refused('has a path that is too long');
    if (place % 2n === 1n || place === last) {
      root = nodeOf(beside, root);
      while (place % 2n === 0n && place !== 0n) {
        place /= 2n;
        last /= 2n;
      }
    } else {
      root = nodeOf(root, beside);
    }
    place /= 2n;
    last /= 2n;
  }
  if (last !== 0n) throw new Refused('has a path that is too short');
  return root;
}

/** A tree that stores only the roots of its complete subtrees. */
class GrowingTree {
  /** @param {Buffer[]} subtrees largest first @param {number} size */
  constructor(subtrees, size) {
    this.subtrees = subtrees;
    this.size = size;
  }

  /** @param {Buffer} leaf */
  add(leaf) {
    let joined = leaf;
    for (let rest = this.size; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = this.subtrees.pop();
      if (left === undefined) throw new Refused('has no subtrees for the entries before its first');
      joined = nodeOf(left, joined);
    }
    this.subtrees.push(joined);
    this.size += 1;
  }

  root() {
    return this.subtrees.reduceRight((root, subtree) => nodeOf(subtree, root));
  }
}

/** @param {{ seal: any, keys: any[] }} head @param {string | undefined} publicKey */
function checkSeal({ seal, keys }, publicKey) {
  const named = keys.find(({ id }) => id === seal.keyId)?.publicKey;
  const key = publicKey ?? named;
  const { size, root, hash, sealedAt } = seal;
  const message = `halyard audit seal 1\n${size}\n${root}\n${hash}\n${sealedAt}\n`;
  const keyObject = createPublicKey({ key: Buffer.concat([SPKI, bytes(key)]), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(message), keyObject, bytes(seal.signature))) {
    throw new Refused(`The seal does not match the key ${key}`);
  }
}

class ExportCheck {
  /** @param {any} head the first line @param {string | undefined} publicKey */
  constructor(head, publicKey) {
    if (head.format !== 'halyard audit export 1') throw new Refused('This is not an audit log export');
    if (head.seal === null) throw new Refused('It has no seal, so it proves nothing');
    checkSeal(head, publicKey);
    this.head = head;
    this.size = head.seal.size;
    this.last = head.oldest - 1;
    /** @type {number | undefined} */
    this.first = undefined;
    /** @type {number | undefined} the entry that records the dropped entries */
    this.droppedBy = undefined;
    this.lastHash = '';
    this.writtenAt = '';
    this.entries = 0;
    this.tree = head.whole ? new GrowingTree(head.before.map(bytes), this.last) : undefined;
    /** @type {string[]} */
    this.above = [];
    this.ended = false;
  }

  /** @param {any} line */
  readLine(line) {
    if (this.ended) throw new Refused('There is a line after the end');
    if (line.above !== undefined) {
      this.above = line.above;
    } else if (line.entry !== undefined) {
      this.readEntry(line);
    } else {
      this.end(line);
    }
  }

  /** @param {any} line */
  readEntry(line) {
    const number = line.entry.sequence;
    try {
      this.checkPlace(number, line.previousHash);
      const hash = sha256(bytes(line.previousHash), canonical(line.entry));
      if (!hash.equals(bytes(line.hash))) throw new Refused('was changed after it was written');
      if (this.tree === undefined) {
        const path = [...line.path, ...this.above].map(bytes);
        const root = rootAbove(leafOf(hash), number - 1, this.size, path);
        if (root.toString('hex') !== this.head.seal.root) throw new Refused('is not in the sealed log');
      } else {
        this.tree.add(leafOf(hash));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(`Entry ${number} ${error.message}`, { cause: error });
    }
    if (recordsDrop(line.entry, this.head.oldest - 1)) this.droppedBy = number;
    this.first ??= number;
    this.last = number;
    this.lastHash = line.hash;
    this.writtenAt = line.entry.created_at;
    this.entries += 1;
  }

  /** @param {unknown} number @param {string} previousHash */
  checkPlace(number, previousHash) {
    const isInPlace =
      Number.isSafeInteger(number) && Number(number) > this.last && Number(number) <= this.size;
    if (!isInPlace) throw new Refused('is not in its place');
    const isNext = number === this.last + 1;
    if (this.tree !== undefined && !isNext) throw new Refused(`follows ${this.last}: one is missing`);
    if (isNext && this.lastHash !== '' && previousHash !== this.lastHash) {
      throw new Refused('does not follow the one before it');
    }
  }

  /** @param {any} line */
  end(line) {
    this.ended = true;
    if (line.entries !== this.entries) {
      throw new Refused(`The file has ${this.entries} entries, but its last line states ${line.entries}`);
    }
    if (this.tree === undefined) return;
    if (this.last !== this.size) throw new Refused(`Entries ${this.last + 1} to ${this.size} are missing`);
    // Older exports do not state the size of the log.
    const { newest = this.size } = this.head;
    if (newest !== this.size)
      throw new Refused(`The file ends at entry ${this.size}, but the log had ${newest}`);
    if (this.tree.root().toString('hex') !== this.head.seal.root) {
      throw new Refused('The entries do not match the seal');
    }
    const { oldest } = this.head;
    if (oldest !== 1 && this.droppedBy === undefined) {
      throw new Refused(
        `Entries 1 to ${oldest - 1} are missing, and no entry records that retention removed them`,
      );
    }
  }

  /**
   * Yields the verdict and what it rests on, one sentence per line.
   * @param {boolean} isKeyTrusted whether the reader named the key
   */
  *findings(isKeyTrusted) {
    const { whole, seal, keys, filter, oldest } = this.head;
    const key = keys.find((/** @type {any} */ { id }) => id === seal.keyId)?.publicKey;
    yield this.verdict(isKeyTrusted ? '' : `, provided that ${key} is the product's key`);
    if (!whole) yield `The file has only entries that match ${JSON.stringify(filter)}; there may be more.`;
    if (whole && oldest !== 1) {
      yield `Entries 1 to ${oldest - 1} were removed by retention, as recorded in entry ${this.droppedBy}.`;
    }
    yield `The log was sealed on ${dateOf(seal.sealedAt)} at entry ${seal.size}, with the fingerprint ${seal.root}.`;
    if (!isKeyTrusted) {
      yield 'The key was not checked. Get it from the Audit Logs screen or "npm run admin -- audit key", and pass it with --key.';
    }
  }

  /** @param {string} condition */
  verdict(condition) {
    const { first, last, entries } = this;
    if (entries === 0) return 'NO ENTRIES: the file has none to check.';
    if (this.head.whole) {
      return `GENUINE: entries ${first} to ${last} are exactly as they were written, and none is missing${condition}.`;
    }
    return entries === 1
      ? `GENUINE: entry ${first} is exactly as it was written on ${dateOf(this.writtenAt)}${condition}.`
      : `GENUINE: all ${entries} entries in this file (${first} to ${last}) are exactly as they were written${condition}.`;
  }
}

/** Formats a time as `25 Nov 2026 08:56 UTC`. @param {string} time */
function dateOf(time) {
  const [, day, month, year, clock] = /(\d+) (\w+) (\d+) (\d+:\d+)/.exec(new Date(time).toUTCString()) ?? [];
  return `${Number(day)} ${month} ${year} ${clock} UTC`;
}

/**
 * Whether the product recorded the drop of these entries. Entries of the platform, sent with a key, do not count.
 * @param {any} entry @param {number} last
 */
function recordsDrop({ action, service_key_id: fedWith, metadata }, last) {
  return action === 'audit_log.drop' && fedWith === undefined && metadata?.last === last;
}

/**
 * @param {AsyncIterable<string>} lines @param {string | undefined} publicKey in hexadecimal
 * @throws {Refused} with the check that failed
 */
async function verifyExport(lines, publicKey) {
  /** @type {ExportCheck | undefined} */
  let check;
  for await (const text of lines) {
    const line = JSON.parse(text);
    if (check === undefined) {
      check = new ExportCheck(line, publicKey);
    } else {
      check.readLine(line);
    }
  }
  if (check === undefined || !check.ended) throw new Refused('The file is cut off');
  return check;
}

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [file] = positionals;
  // Keeps the exit status after the reader of the output has gone.
  process.stdout.on('error', () => undefined);
  if (file === undefined || (values.key !== undefined && !/^[\da-f]{64}$/.test(values.key))) {
    process.stderr.write('node verify-audit-export.mjs FILE [--key PUBLIC_KEY]\n');
    return 2;
  }
  try {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    const check = await verifyExport(lines, values.key);
    for (const finding of check.findings(values.key !== undefined)) process.stdout.write(`${finding}\n`);
    return 0;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      process.stderr.write(`Can't read ${file}: ${error.message}\n`);
      return 2;
    }
    if (!(error instanceof Refused || error instanceof SyntaxError)) throw error;
    process.stdout.write(`BROKEN: ${error.message}.\n`);
    return 1;
  }
}

process.exitCode = await main();
