const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased\n';

/** @param {string} version @param {string} former Both as in `1.2.3`. */
export function isNewer(version, former) {
  const [one, other] = [version, former].map((text) => VERSION.exec(text)?.slice(1).map(Number));
  if (!one || !other) return false;
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && Number(one[at]) > Number(other[at]);
}

/**
 * Replaces the version of our own packages in a manifest or a lock file, and where they need one another.
 * @param {string} text @param {string} former @param {string} version
 */
export function withVersion(text, former, version) {
  const own = former.replaceAll('.', '\\.');
  return text
    .replaceAll(
      new RegExp(`("name": "(?:@halyard/\\w[\\w-]*|halyard)",\\s*"version": ")${own}"`, 'g'),
      `$1${version}"`,
    )
    .replaceAll(new RegExp(`("@halyard/[\\w-]+": "\\^)${own}"`, 'g'), `$1${version}"`)
    .replaceAll(new RegExp(`^((?:version|appVersion): )${own}$`, 'gm'), `$1${version}`);
}

/**
 * Puts what is unreleased under its version and day. @throws if nothing is unreleased
 * @param {string} changelog @param {string} version @param {Date} date
 */
export function withRelease(changelog, version, date) {
  const [before = '', after] = changelog.split(UNRELEASED);
  const unreleased = (after?.split('\n## ')[0] ?? '').trim();
  if (unreleased === '') throw new Error('release: CHANGELOG.md has no unreleased changes');
  return `${before}${UNRELEASED}\n## ${version} (${date.toISOString().slice(0, 10)})\n${after}`;
}
