/**
 * @typedef {object} Step
 * @property {string} word the instruction, such as `RUN`
 * @property {Readonly<Record<string, string>>} flags `--from=build` is `{ from: 'build' }`
 * @property {string} rest all that follows, with continued lines joined
 */

/**
 * Reads a Dockerfile of plain instructions: no ARG, heredocs or ONBUILD.
 * @param {string} text @returns {{ from: string, name: string, steps: Step[] }[]} the stages; the last one is the image
 */
export function readDockerfile(text) {
  /** @type {{ from: string, name: string, steps: Step[] }[]} */
  const stages = [];
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== '')) {
    const [, word = '', options = '', rest = ''] = /^(\w+)\s+((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(line) ?? [];
    const flags = Object.fromEntries(
      [...options.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    if (word === 'FROM') {
      const [from = '', , name = String(stages.length)] = rest.split(/\s+/);
      stages.push({ from, name, steps: [] });
    } else if (stages.length > 0) {
      stages.at(-1)?.steps.push({ word, flags, rest });
    } else {
      throw new Error(`${word} before the first FROM is not supported.`);
    }
  }
  return stages;
}
